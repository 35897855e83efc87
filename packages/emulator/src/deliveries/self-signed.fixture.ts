/** A self-signed certificate for 127.0.0.1 with its key, for tests only. */
export const SELF_SIGNED = {
  // secretlint-disable @secretlint/secretlint-rule-privatekey
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgT5K2g6/NT6AVdtLe
Gk2mzpEjvvg9icj3yDGb/eDyrSGhRANCAAQw3+7IMCKptpd6MwWsdKpN3nd7B/0s
jhT5k6enFZDcu1E+H5Da1UVbpucnxb3QzjwbWTwSgqEjKy7Oih0skO+6
-----END PRIVATE KEY-----`,
  // secretlint-enable @secretlint/secretlint-rule-privatekey
  cert: `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUQosnFmKE73vbZLZ6tctIFmMkPWEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTE4MjAwMFoYDzIxMjYxMDI4
MTgyMDAwWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQw3+7IMCKptpd6MwWsdKpN3nd7B/0sjhT5k6enFZDcu1E+H5Da1UVb
pucnxb3QzjwbWTwSgqEjKy7Oih0skO+6o1MwUTAdBgNVHQ4EFgQU2WbQ5OLYbSIK
+5WZpPmG1CFh/xAwHwYDVR0jBBgwFoAU2WbQ5OLYbSIK+5WZpPmG1CFh/xAwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBxUZNT7hyWZq+T3R52IGJY
BeiBrP1r2e7M/yk3ltDCvQIhAK0Z/sN3jbDH7kPrX35u7EuWR3JN+S1kQWJ49zwI
d6si
-----END CERTIFICATE-----`,
};
