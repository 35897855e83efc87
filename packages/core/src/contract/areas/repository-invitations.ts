export * from "../repository/invitations.ts";
export * from "../user/invitations.ts";
