import fc from "fast-check";

const [SURROGATES, SURROGATES_END, END] = [0xd800, 0xe000, 0x110000];
const GAP = SURROGATES_END - SURROGATES;

const codePoint = fc.integer({ min: 0, max: END - GAP - 1 }).map(
  (index) => String.fromCodePoint(index < SURROGATES ? index : index + GAP),
  (text) => {
    const [point, ...others] = [...String(text)].map((one) => one.codePointAt(0) ?? 0);
    if (point === undefined || others.length > 0) throw new Error("This is not one character.");
    return point < SURROGATES ? point : point - GAP;
  },
);

/** Text of any characters, as of fast-check's unit "binary", whose first use takes a second. */
export function anyText(constraints: { readonly minLength?: number; readonly maxLength?: number } = {}) {
  return fc.string({ ...constraints, unit: codePoint });
}
