/** Stores repeated strings once and refers to them by index. */
export interface StringTable {
  indexOf(text: string): number;
  at(index: number): string;
}

export function createStringTable(): StringTable {
  const indexes = new Map<string, number>();
  const texts: string[] = [];
  return {
    indexOf(text) {
      const known = indexes.get(text);
      if (known !== undefined) return known;
      indexes.set(text, texts.length);
      return texts.push(text) - 1;
    },
    at(index) {
      const text = texts[index];
      if (text === undefined) throw new RangeError(`index must be that of a stored string, got ${index}`);
      return text;
    },
  };
}
