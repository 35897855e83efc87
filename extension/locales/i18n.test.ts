import "../worker/browser.fixture.ts";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { LANGUAGES } from "../settings.ts";
import { formatCount } from "../ui/format-count.ts";
import { formatNumber, setTexts, t, tn } from "./i18n.ts";

afterEach(() => setTexts(undefined));

const count = fc.oneof(fc.nat(30), fc.nat(2000), fc.nat());

describe.each(LANGUAGES)("in %s", (language) => {
  const tag = language.replaceAll("_", "-");
  const useTestTexts = () => setTexts({ "@@ui_locale": language, stars_one: "one $1", stars_other: "other $1" });

  test("selects plural forms by the language's rules", () => {
    const rules = new Intl.PluralRules(tag);
    const number = new Intl.NumberFormat(tag);
    fc.assert(
      fc.property(count, (count) => {
        useTestTexts();
        const one = rules.select(count) === "one" ? "one" : "other";
        expect(tn("stars", count)).toBe(`${one} ${number.format(count)}`);
      }),
    );
  });

  test("formats numbers in full and in compact notation", () => {
    const short = new Intl.NumberFormat(tag, { notation: "compact", maximumSignificantDigits: 3 });
    fc.assert(
      fc.property(count, (count) => {
        useTestTexts();
        expect(formatNumber(count)).toBe(new Intl.NumberFormat(tag).format(count));
        expect(formatCount(count)).toBe(short.format(count));
      }),
    );
  });
});

test("placeholders are filled without expanding the inserted values", () => {
  setTexts({ starredNow: "$1 and $2" });
  expect(t("starredNow", "$2", 5)).toBe("$2 and 5");
  expect(t("starredNow", "$&")).toBe("$& and ");
});
