/** Texts of which there are few and that come again and again, each kept once, by numbers. */
export interface Words {
  numberOf(word: string): number;
  at(number: number): string;
}

export function createWords(): Words {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  return {
    numberOf(word) {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, words.length);
      return words.push(word) - 1;
    },
    at(number) {
      const word = words[number];
      if (word === undefined) throw new RangeError(`there is no word ${number}`);
      return word;
    },
  };
}
