import { describe, expect, test } from "vitest";
import { readApiAddress, readHostAddress } from "./address.ts";

describe("a forge's address", () => {
  test("gives the API's, as each edition has it", () => {
    expect(readHostAddress("github.com").apiUrl).toBe("https://api.github.com");
    expect(readHostAddress(" https://forge.example.com/acme/widgets ")).toEqual({
      origin: "https://forge.example.com",
      apiUrl: "https://forge.example.com/api/v3",
    });
  });

  test("may be http on this machine alone", () => {
    expect(readHostAddress("http://127.0.0.1:8080").origin).toBe("http://127.0.0.1:8080");
    expect(readHostAddress("http://localhost").origin).toBe("http://localhost");
    for (const address of ["http://forge.example.com", "http://127.0.0.1.example.com", "ftp://forge.example.com"]) {
      expect(() => readHostAddress(address)).toThrow("https://");
      expect(() => readApiAddress(address)).toThrow("https://");
    }
  });

  test("that is none is refused with an example", () => {
    for (const address of ["", "   ", "https://", "not an address"]) {
      expect(() => readHostAddress(address)).toThrow("https://forge.example.com");
    }
    expect(() => readApiAddress("forge.example.com")).toThrow("https://forge.example.com/api/v3");
  });
});
