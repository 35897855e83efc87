/** Limits that are learned from rejections, and the pauses after them. */
export const ADAPTIVE_LIMITS = `
local PROBE_AFTER_MS = 600000
local MAX_PROBE_AFTER_MS = 6 * 3600000
local PAUSE_MS = 60000
local MAX_PAUSE_MS = 3600000
local JITTER_MS = 1000

-- Whether an amount is only being tried.
local function isProbing(adaptive, amount)
  return adaptive.limit > adaptive.proven and amount > adaptive.proven
end

-- Returns to the proven limit if the rejected amount was only being tried, and waits longer before the next probe.
local function endFailedProbe(adaptive, amount)
  if not isProbing(adaptive, amount) then return false end
  adaptive.limit = adaptive.proven
  adaptive.probeAfter = math.min(MAX_PROBE_AFTER_MS, adaptive.probeAfter * 6)
  return true
end

local function createBackoff()
  return {
    limit = math.huge,
    proven = math.huge,
    ramp = math.huge,
    changed = 0,
    probeAfter = PROBE_AFTER_MS,
    pausedUntil = 0,
    pauses = 0,
    epoch = 0,
  }
end

-- Records that a call sent in this epoch was not rejected.
local function recordSuccess(backoff, usual, now)
  backoff.pauses = 0
  -- Each success admits one more call; resuming all at once would be rejected again.
  backoff.ramp = backoff.ramp >= usual and math.huge or backoff.ramp + 1
  if backoff.proven == math.huge or now - backoff.changed <= backoff.probeAfter then return end
  backoff.proven = backoff.limit
  backoff.limit = backoff.limit >= usual and math.huge or backoff.limit * 2
  backoff.changed = now
end

-- Pauses all calls, at least until a number of milliseconds has passed.
local function pause(backoff, wait, random, now)
  backoff.pausedUntil = math.max(backoff.pausedUntil, now + wait + random * JITTER_MS)
end

-- Starts a new epoch after the first rejection of a burst, which requests a wait or not.
local function startPause(backoff, wait, random, now)
  pause(backoff, wait or math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ^ backoff.pauses), random, now)
  backoff.pauses = backoff.pauses + 1
  backoff.epoch = backoff.epoch + 1
  backoff.ramp = 1
  backoff.changed = now
end

-- Halves the concurrency after a rejection, until no call has been rejected for a while.
local function reduceConcurrency(backoff, others)
  if endFailedProbe(backoff, others + 1) then return end
  backoff.limit = math.max(1, math.floor(math.min(backoff.limit, others + 1) / 2))
  backoff.proven = backoff.limit
end
`;
