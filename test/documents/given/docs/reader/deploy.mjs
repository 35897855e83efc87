// Stands in for the deploy.mjs of a reader of docs/emulator.md: requests the job's identity token.
const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = process.env;
const response = await fetch(String(url), { headers: { authorization: `Bearer ${token}` } });
process.exit(response.ok ? 0 : 1);
