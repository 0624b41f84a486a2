/** Names of keys (UI Events KeyboardEvent code and key values) that are not formed from a letter or digit. */
const names =
  'Escape Backquote Minus Equal Backslash Backspace Tab BracketLeft BracketRight CapsLock Semicolon ' +
  'Quote Enter Comma Period Slash Space Shift ShiftLeft ShiftRight Control ControlLeft ControlRight Alt ' +
  'AltLeft AltRight AltGraph Meta MetaLeft MetaRight ControlOrMeta ContextMenu PrintScreen ScrollLock ' +
  'Pause PageUp PageDown Insert Delete Home End ArrowLeft ArrowUp ArrowRight ArrowDown NumLock ' +
  'NumpadDivide NumpadMultiply NumpadSubtract NumpadAdd NumpadDecimal NumpadEnter';

const byLowerCase = new Map(names.split(' ').map((name) => [name.toLowerCase(), name]));

/** Names such as `KeyA`, `Digit1`, `Numpad1` and `F1`. */
const formed = /^(?:key[a-z]|digit\d|numpad\d|f(?:[1-9]|1[0-2]))$/;

const nameOf = (key: string): string | null => {
  if (/^[ -~]$/.test(key)) return key;
  const lower = key.toLowerCase();
  if (!formed.test(lower)) return byLowerCase.get(lower) ?? null;
  const cased = `${lower.charAt(0).toUpperCase()}${lower.slice(1)}`;
  return lower.startsWith('key') ? `Key${lower.charAt(3).toUpperCase()}` : cased;
};

/**
 * Returns a key, or keys joined by `+` that are pressed together, by the names that a browser has for them; named keys
 * may be in any case. Null for a key that no keyboard has.
 */
export const readKey = (key: string): string | null => {
  // The last key of `Control++` is a plus.
  const parts = key.split(/(?<=[^+])\+/);
  const read = parts.map(nameOf);
  return read.includes(null) ? null : read.join('+');
};
