export { type ClaimKeysCheck, checkClaimKeys } from "./check-claim-keys.ts";
export { CLAIM_KEYS, PROPERTY_PREFIX } from "./claim-keys.ts";
export { explainSubject, type SubjectDifference } from "./explain-subject.ts";
export { type Claims, DEFAULT_KEYS, type SubjectOptions, subjectOf } from "./subject.ts";
export {
  CLOUD_AUDIENCES,
  type Cloud,
  type TrustAudience,
  type TrustOptions,
  trustConditions,
} from "./trust-conditions.ts";
export {
  CLOUDS,
  type TrustDocument,
  type TrustDocumentOptions,
  type TrustProblem,
  type TrustTarget,
  trustDocuments,
} from "./trust-documents.ts";
