// Proofs, recomputed in the page with the browser's own SHA-256 and Ed25519: nothing here asks the service whether it is right.

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

/** RFC 6962: the root to which a proof leads from one leaf. `null`: the proof has the wrong length. @param {Uint8Array} leaf @param {number} index @param {number} size @param {string[]} proof */
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

/** JSON with sorted keys and no spaces: what a checkpoint's signature covers. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object") return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
  return JSON.stringify(value);
}

/** Was a checkpoint signed by its key? `null`: this browser has no Ed25519. */
export async function signed(checkpoint) {
  const {signature, ...body} = checkpoint;
  try {
    const key = await crypto.subtle.importKey("raw", bytesOf(body.key), {name: "Ed25519"}, false, ["verify"]);
    return await crypto.subtle.verify({name: "Ed25519"}, key, bytesOf(signature), text.encode(canonical(body)));
  } catch {
    return null;
  }
}

/** Which of the lines of a round are not in the tree under this root, or not what the page shows. A line that only staff may read is its hash alone. */
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

/** Has a recorded line what the page shows of it? What is hidden there, or here, cannot be compared. */
function agrees(line, event) {
  if (event.event === "withheld" || line.sealed) return true;
  const fields = {to: "all", cites: [], ...line, ...(line.fields || {})}; // a line leaves these out where they are so
  return Object.entries(event).every(([name, value]) => ["says", "at", "together"].includes(name) || (fields[name] !== undefined && canonical(fields[name]) === canonical(value)))
    && line.event === event.event;
}

/** Cards that were drawn under a seal and do not lie at their place in the order that was shown. */
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
