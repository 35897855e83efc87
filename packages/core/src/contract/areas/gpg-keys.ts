export * from "../user/gpg-keys.ts";
