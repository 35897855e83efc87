import { randomBytes, randomInt } from "node:crypto";
import type { Generator } from "../../../settings/forms.ts";

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A new value, each as likely as any other of its form and length. */
export function generate({ form, length }: Generator): Uint8Array {
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
      // Six bits a character: so many bytes that the last one is of random bits alone.
      return Buffer.from(
        randomBytes(Math.ceil((length * 3) / 4))
          .toString("base64url")
          .slice(0, length),
      );
    case "alphanumeric":
      return Buffer.from(Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join(""));
  }
}
