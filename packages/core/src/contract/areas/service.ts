export * from "../service/service.ts";
