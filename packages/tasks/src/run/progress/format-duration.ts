/** Formats seconds, for example `2 min 30 s`. */
export function formatDuration(seconds: number): string {
  const rounded = Math.round(seconds);
  const [hours, minutes, remainder] = [Math.floor(rounded / 3600), Math.floor((rounded % 3600) / 60), rounded % 60];
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, remainder && `${remainder} s`].filter(Boolean);
  return parts.slice(0, 2).join(" ") || "0 s";
}
