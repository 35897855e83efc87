export * from "../repository/git-objects.ts";
export * from "../repository/git-refs.ts";
export * from "../repository/tags.ts";
