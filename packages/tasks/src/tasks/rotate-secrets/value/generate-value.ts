import { randomBytes, randomInt } from "node:crypto";
import type { ValueGenerator } from "../../../settings/parse-values.ts";

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Generates a value, uniformly distributed among those of its form and length. */
export function generateValue({ form, length }: ValueGenerator): Uint8Array {
  switch (form) {
    case "bytes":
      return randomBytes(length);
    case "hex":
      return Buffer.from(
        randomBytes(Math.ceil(length / 2))
          .toString("hex")
          .slice(0, length),
      );
    case "base64url":
      // Six bits per character: enough bytes that the last character is random too.
      return Buffer.from(
        randomBytes(Math.ceil((length * 3) / 4))
          .toString("base64url")
          .slice(0, length),
      );
    case "alphanumeric":
      return Buffer.from(Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join(""));
  }
}
