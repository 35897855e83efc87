export * from "../organization/issue-fields.ts";
export * from "../repository/issue-field-values.ts";
