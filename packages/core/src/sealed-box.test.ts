import fc from "fast-check";
import sodium from "libsodium-wrappers";
import { beforeAll, describe, expect, test } from "vitest";
import { pickSize } from "../../../test/test-size.ts";
import { InputError } from "./errors.ts";
import { sealSecret } from "./sealed-box.ts";

describe("sealSecret", () => {
  beforeAll(() => sodium.ready);

  test("returns boxes that libsodium can open, for text and bytes", () => {
    const { publicKey, privateKey } = sodium.crypto_box_keypair();
    const key = sodium.to_base64(publicKey, sodium.base64_variants.ORIGINAL);
    const open = (sealed: string) =>
      sodium.crypto_box_seal_open(sodium.from_base64(sealed, sodium.base64_variants.ORIGINAL), publicKey, privateKey);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4096 }), (bytes) => {
        expect(open(sealSecret(bytes, key))).toEqual(bytes);
      }),
      { numRuns: pickSize(15, 50) },
    );
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(sodium.to_string(open(sealSecret(text, key)))).toBe(text);
      }),
      { numRuns: pickSize(15, 50) },
    );
  });

  test("returns a different box each time, even for the same secret", () => {
    const key = btoa("k".repeat(32));
    expect(sealSecret("secret", key)).not.toBe(sealSecret("secret", key));
  });

  test("rejects an invalid key", () => {
    for (const key of ["", "short", btoa("k".repeat(31)), "not base64 at all!"]) {
      expect(() => sealSecret("secret", key)).toThrow("The public key must be 32 bytes in base64.");
    }
    // @ts-expect-error
    expect(() => sealSecret("secret", undefined)).toThrow(InputError);
  });

  // Points of order 1, 2, 4 and 8 on the curve and its twist, and values that are equal to them.
  test.each([
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ])("rejects a key with which anyone could open the box, as libsodium does: %s", (hex) => {
    const key = sodium.from_hex(hex);
    expect(() => sodium.crypto_box_seal("secret", key)).toThrow();
    expect(() => sealSecret("secret", sodium.to_base64(key, sodium.base64_variants.ORIGINAL))).toThrow(
      "The public key must not be a point of low order, which would let anyone decrypt the secret.",
    );
  });

  test.each([undefined, null, 5, ["hunter2"]])("rejects a secret that is neither text nor bytes: %j", (secret) => {
    // @ts-expect-error
    const seal = () => sealSecret(secret, btoa("k".repeat(32)));
    expect(seal).toThrow(InputError);
    expect(seal).toThrow("The secret must be a string or a Uint8Array.");
  });
});
