const fullFormat = new Intl.NumberFormat("en");
const compactFormat = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** `1,234` */
export const formatCount = (count: number): string => fullFormat.format(count);

/** `1.2k` */
export const formatCompactCount = (count: number): string => compactFormat.format(count).toLowerCase();

/** `1 star`, `2 stars` */
export const pluralize = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;
