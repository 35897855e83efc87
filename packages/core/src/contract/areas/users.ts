export * from "../user/users.ts";
