const inFull = new Intl.NumberFormat("en");
const inShort = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** `1,234` */
export const full = (count: number): string => inFull.format(count);

/** `1.2k` */
export const short = (count: number): string => inShort.format(count).toLowerCase();

/** `1 star`, `2 stars` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${full(count)} ${count === 1 ? one : many}`;
