export * from "../repository/release-assets.ts";
export * from "../repository/releases.ts";
