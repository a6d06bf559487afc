// Sound, off by default: short noises made by the browser itself, without files. What they tell is also shown in words.

const KEPT = "houseway-sound";
let context = null;

/** @returns {boolean} whether sound is on */
export function audible() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false;
  }
}

/** @param {boolean} on */
export function setAudible(on) {
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // without storage it stays off
  }
}

/** A tone that fades: from, to in hertz, seconds, loudness, and when it begins. */
function tone(from, to, seconds, loud, at = 0) {
  const start = context.currentTime + at, wave = context.createOscillator(), gain = context.createGain();
  wave.type = "triangle";
  wave.frequency.setValueAtTime(from, start);
  wave.frequency.exponentialRampToValueAtTime(to, start + seconds);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  wave.connect(gain).connect(context.destination);
  wave.start(start);
  wave.stop(start + seconds);
}

const SOUNDS = {
  chip: () => [tone(2600, 1500, 0.04, 0.12), tone(3400, 2200, 0.03, 0.08, 0.03)],
  result: () => [tone(520, 500, 0.18, 0.1), tone(780, 760, 0.25, 0.08, 0.12)],
  refused: () => tone(190, 120, 0.22, 0.14),
};

/** Play a sound, if somebody wants to hear it. @param {"chip" | "result" | "refused"} name */
export function play(name) {
  if (!audible() || document.visibilityState !== "visible") return;
  context ??= new AudioContext();
  context.resume().then(() => SOUNDS[name]());
}
