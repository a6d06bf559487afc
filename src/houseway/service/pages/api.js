// Requests to the service. A Problem is an error that says what was wrong, by which paragraphs, and what would be right.

export class Problem extends Error {
  /** @param {any} told */
  constructor(told) {
    super(told.detail || told.title || "the service did not answer");
    this.code = told.code || "unknown";
    this.cites = told.cites || [];
    const right = told.right || "", known = this.message.includes(right) || told.code === "refused" || /\/v1\//.test(right);
    this.right = known ? "" : right; // hide hints for programs, and do not repeat the message
    this.status = told.status || 0;
  }
}

/** What was wrong and what would be right, as sentences. @param {{message: string, right?: string}} problem */
export const wordsOf = ({message, right}) => `${sentence(message)}${right ? ` ${sentence(right)}` : ""}`;

/** Text as a sentence: an initial capital and a final period. @param {string} text */
export const sentence = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;

/** @param {string} method @param {string} path @param {any} [body] @param {Record<string, string>} [headers] */
export async function call(method, path, body, headers = {}) {
  const options = {method, headers: {...headers}};
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Problem({code: "offline", detail: "The service does not answer. Trying again…"});
  }
  if (answer.status === 204) return null;
  const text = await answer.text();
  let told;
  try {
    told = JSON.parse(text);
  } catch {
    throw new Problem({code: "unknown", detail: `The service answered ${answer.status}.`, status: answer.status});
  }
  if (!answer.ok) throw new Problem(told);
  return told;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);

const SIGNED_IN = "signed-in"; // the name used in the sign-in form, until sign-out
let me = null;

/** The signed-in account; on this machine, a practice guest is created if nobody is signed in. */
export async function whoever({guest = false} = {}) {
  if (me) return me;
  const known = await get("/v1/who").catch((problem) => {
    if (problem.status !== 401) throw problem; // 401: the session has ended
    return {me: null};
  });
  const name = localStorage.getItem(SIGNED_IN);
  if (!known.me && guest && name) throw new Problem({code: "session-ended", detail: `The session of ${name} has ended`, right: "sign in again"}); // do not turn a user into a guest silently
  me = known.me || (guest ? await post("/v1/guest") : null);
  return me;
}

/** Ask again who is signed in. @param {string} [name] the name that just signed in by the form; empty after sign-out */
export function forget(name = "") {
  me = null;
  if (name) localStorage.setItem(SIGNED_IN, name);
  else localStorage.removeItem(SIGNED_IN);
}

export const key = () => crypto.randomUUID();
