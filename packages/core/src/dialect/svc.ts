import type { Dialect } from "./dialect.ts";

/** The neutral names, as the API documents use them. */
export const svc: Dialect = {
  segments: {},
  fields: {},
  values: {},
  scopes: {},
  mediaTypeVendor: "svc",
  headers: {
    apiVersion: "X-Svc-Api-Version",
    acceptedPermissions: "X-Accepted-Svc-Permissions",
    mediaType: "X-Svc-Media-Type",
    selectedVersion: "X-Svc-Api-Version-Selected",
    enterpriseVersion: "X-Svc-Enterprise-Version",
    requestId: "X-Svc-Request-Id",
    singleSignOn: "X-Svc-SSO",
    tokenExpiration: "Svc-Authentication-Token-Expiration",
    hookId: "X-Svc-Hook-ID",
    event: "X-Svc-Event",
    delivery: "X-Svc-Delivery",
    hookTargetType: "X-Svc-Hook-Installation-Target-Type",
    hookTargetId: "X-Svc-Hook-Installation-Target-ID",
  },
  hookUserAgent: "Svc-Hookshot/",
  reservedNamePrefix: "SVC_",
  permissions: {},
  permissionNames: {},
  tokenPrefixes: {
    classic: "svcp_",
    "fine-grained": "svc_pat_",
    oauth: "svco_",
    "user-access": "svcu_",
    installation: "svcs_",
  },
  servers: {
    "github.com": "https://api.{host}",
    "enterprise-cloud": "https://api.{host}",
    "self-hosted": "https://{host}/api/v3",
  },
};
