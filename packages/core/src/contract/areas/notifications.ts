export * from "../repository/notifications.ts";
export * from "../user/notifications.ts";
export * from "../user/threads.ts";
