import { language, t } from "../locales/i18n.ts";

/** Formats an approximate duration: `about 2 hr, 40 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 45) return t("lessThanAMinute");
  const minutes = Math.max(1, Math.round(seconds / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const unit = (count: number, name: "hour" | "minute") =>
    new Intl.NumberFormat(language(), { style: "unit", unit: name, unitDisplay: "short" }).format(count);
  if (hours === 0) return t("aboutSo", unit(minutes, "minute"));
  // Omits minutes for long durations.
  if (hours >= 10 || rest === 0) return t("aboutSo", unit(Math.round(minutes / 60), "hour"));
  return t("aboutSo", `${unit(hours, "hour")} ${unit(rest, "minute")}`);
}

/** Formats the remaining time: `4:07`, `1:04:07`. */
export function formatTimer(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const plain = new Intl.NumberFormat(language(), { useGrouping: false });
  const two = new Intl.NumberFormat(language(), { minimumIntegerDigits: 2 });
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = [two.format(seconds % 60)];
  parts.unshift(hours > 0 ? two.format(minutes) : plain.format(minutes));
  if (hours > 0) parts.unshift(plain.format(hours));
  return parts.join(":");
}

/** Formats a day or a month: `May 2024`. */
export function formatDay(at: number, style: "month" | "day" = "day"): string {
  const format = new Intl.DateTimeFormat(language(), {
    year: "numeric",
    month: "short",
    ...(style === "day" && { day: "numeric" }),
  });
  return format.format(at);
}

/** Formats a date and time: `1 May 2024, 14:05`. */
export function formatDateTime(at: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);
}
