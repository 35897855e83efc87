import "../worker/browser.fixture.ts";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { LANGUAGES } from "../settings.ts";
import { countText } from "./count.ts";
import { numberOf, speak, t, tn } from "./words.ts";

afterEach(() => speak(undefined));

const count = fc.oneof(fc.nat(30), fc.nat(2000), fc.nat());

describe.each(LANGUAGES)("in %s", (language) => {
  const tag = language.replaceAll("_", "-");
  const begin = () => speak({ "@@ui_locale": language, stars_one: "one $1", stars_other: "other $1" });

  test("what counts is counted as the language's own rules say", () => {
    const rules = new Intl.PluralRules(tag);
    const number = new Intl.NumberFormat(tag);
    fc.assert(
      fc.property(count, (count) => {
        begin();
        const one = rules.select(count) === "one" ? "one" : "other";
        expect(tn("stars", count)).toBe(`${one} ${number.format(count)}`);
      }),
    );
  });

  test("numbers are written as the language writes them, in short and in full", () => {
    const short = new Intl.NumberFormat(tag, { notation: "compact", maximumSignificantDigits: 3 });
    fc.assert(
      fc.property(count, (count) => {
        begin();
        expect(numberOf(count)).toBe(new Intl.NumberFormat(tag).format(count));
        expect(countText(count)).toBe(short.format(count));
      }),
    );
  });
});

test("a text is filled in, and nothing that is filled in is taken for a place", () => {
  speak({ starredNow: "$1 and $2" });
  expect(t("starredNow", "$2", 5)).toBe("$2 and 5");
  expect(t("starredNow", "$&")).toBe("$& and ");
});
