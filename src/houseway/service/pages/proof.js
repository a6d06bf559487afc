// Proofs, recomputed in the page with the browser's SHA-256 and Ed25519, without trusting the service's word.

const text = new TextEncoder();
const hex = (bytes) => [...new Uint8Array(bytes)].map((each) => each.toString(16).padStart(2, "0")).join("");
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) || [], (each) => parseInt(each, 16));
const sha256 = async (...parts) => {
  const whole = new Uint8Array(parts.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of parts) {
    whole.set(each, at);
    at += each.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
};

/** The commitment to an order: SHA-256 of {"faces":[…],"salt":"…"}, compact, in UTF-8. */
export async function commitment(salt, faces) {
  return `sha256:${hex(await sha256(text.encode(JSON.stringify({faces, salt}))))}`;
}

/** RFC 6962: the hash of one line, as a leaf of the tree. @param {string} line */
export const leafOf = (line) => sha256(Uint8Array.of(0), text.encode(line));

/** RFC 6962: the root that a proof gives for one leaf; `null` if the proof has the wrong length. @param {Uint8Array} leaf @param {number} index @param {number} size @param {string[]} proof */
export async function rootFrom(leaf, index, size, proof) {
  let found = leaf;
  let place = index, last = size - 1;
  if (index < 0 || index >= size) return null;
  for (const each of proof.map(bytesOf)) {
    if (last === 0) return null;
    if (place % 2 || place === last) {
      found = await sha256(Uint8Array.of(1), each, found);
      while (place % 2 === 0 && place) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
    } else {
      found = await sha256(Uint8Array.of(1), found, each);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hex(found) : null;
}

/** JSON with sorted keys and no spaces, which a checkpoint's signature covers. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object") return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
  return JSON.stringify(value);
}

/** Was a checkpoint signed with its key? `null` if this browser has no Ed25519. */
export async function signed(checkpoint) {
  const {signature, ...body} = checkpoint;
  try {
    const key = await crypto.subtle.importKey("raw", bytesOf(body.key), {name: "Ed25519"}, false, ["verify"]);
    return await crypto.subtle.verify({name: "Ed25519"}, key, bytesOf(signature), text.encode(canonical(body)));
  } catch {
    return null;
  }
}

/** The lines of a round that are not in the tree under this root, or differ from what the page shows. Staff-only lines are just hashes. */
export async function wrongLines(proof, shown) {
  const wrong = [];
  for (const {seq, line, leaf, proof: path} of proof.lines) {
    const hash = line === undefined ? bytesOf(leaf) : await leafOf(line);
    if ((await rootFrom(hash, seq, proof.size, path)) !== proof.root) wrong.push(`line ${seq} does not lead to the root`);
    const event = shown.get(seq);
    if (event && line !== undefined && !agrees(JSON.parse(line), event)) wrong.push(`line ${seq} says something else than this page`);
  }
  return wrong;
}

/** Does a recorded line match what the page shows? Values hidden on either side cannot be compared. */
function agrees(line, event) {
  if (event.event === "withheld" || line.sealed) return true;
  const fields = {to: "all", cites: [], ...line, ...(line.fields || {})}; // a line omits these defaults
  return Object.entries(event).every(([name, value]) => ["says", "at", "together"].includes(name) || (fields[name] !== undefined && canonical(fields[name]) === canonical(value)))
    && line.event === event.event;
}

/** Cards drawn under a seal that are not at their position in the revealed order. */
export function misplaced(seal, faces, events) {
  const wrong = [];
  let drawn = 0;
  for (const event of events) {
    const {slot, seal: under} = event.source || {};
    if (event.event !== "result" || under !== seal.seq || !slot) continue;
    const place = Number(String(slot).replace(seal.fill, ""));
    const shown = (event.cards || event.tiles || [])[0];
    if (shown === undefined || shown === "?") continue;
    drawn += 1;
    if (faces[place - 1] !== shown) wrong.push(`event ${event.seq} drew ${shown} from place ${place}, where ${faces[place - 1]} lay`);
  }
  return {drawn, wrong};
}
