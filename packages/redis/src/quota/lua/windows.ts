/**
 * Sliding windows. The state has their totals; the used parts are in lists, ordered by expiry, so that a command reads only
 * those that have expired or that a call has to wait for. An entry has all usage that expires at one time: that time, and the
 * usage of ordinary and of urgent calls.
 */
export const WINDOWS = `
local BUCKETS = 1000
local PROBE_STEP = 1 / 8
local MIN_LIKELIHOOD = 0.25
-- Number of entries that one command reads or writes.
local CHUNK = 64
-- Milliseconds after the last command, or the last usage, in which nothing has to be remembered any longer.
local LIFETIME_MS = MAX_PROBE_AFTER_MS

-- An entry has three numbers of 8 bytes, which are read several times as fast as text.
local function readPart(entry)
  return struct.unpack("<ddd", entry)
end

local function writePart(freeAt, ordinary, urgent)
  return struct.pack("<ddd", freeAt, ordinary, urgent)
end

local function windowNamed(state, name)
  for _, window in ipairs(state.windows) do
    if window.name == name then return window end
  end
end

-- Creates a window that the state lacks, and takes over a changed limit.
local function configure(state, use)
  local window = windowNamed(state, use.name)
  if not window then
    window = {
      name = use.name,
      limit = use.published,
      proven = use.published,
      changed = 0,
      probeAfter = PROBE_AFTER_MS,
      total = 0,
      ordinary = 0,
      pending = 0,
      urgentPeak = 0,
    }
    table.insert(state.windows, window)
  elseif
    window.published ~= use.published
    or window.span ~= use.span
    or window.minimum ~= use.minimum
    or window.reserve ~= use.reserve
    or window.isAssumed ~= use.isAssumed
  then
    -- A limit that was lowered stays lowered.
    local wasLowered = window.limit ~= window.published
    window.limit = wasLowered and math.min(window.limit, use.published) or use.published
    window.proven = wasLowered and math.min(window.proven, use.published) or use.published
  end
  window.span, window.published, window.minimum = use.span, use.published, use.minimum
  window.reserve, window.isAssumed = use.reserve, use.isAssumed
  return window
end

local function addTotal(window, cost, isUrgent)
  window.total = window.total + cost
  if not isUrgent then window.ordinary = window.ordinary + cost end
end

-- Removes usage that has expired.
local function expire(window, now)
  local list = PARTS[window.name]
  while window.earliest and window.earliest <= now do
    local expired = 0
    window.earliest = nil
    for _, entry in ipairs(redis.call("LRANGE", list, 0, CHUNK - 1)) do
      local freeAt, ordinary, urgent = readPart(entry)
      if freeAt > now then
        window.earliest = freeAt
        break
      end
      expired = expired + 1
      addTotal(window, -ordinary, false)
      addTotal(window, -urgent, true)
    end
    redis.call("LTRIM", list, expired, -1)
    -- The next chunk shows whether more has expired.
    if expired == CHUNK then window.earliest = now end
  end
  if window.total == 0 then window.urgentPeak = 0 end
end

-- Raises a lowered limit if it is time to probe.
local function raiseIfDue(window, now)
  local unchangedFor = now - window.changed
  local isRetry = window.retryAmount and unchangedFor > window.span
  if window.limit >= window.published or not (isRetry or unchangedFor >= window.probeAfter) then return false end
  -- The service accepted retryAmount once, so it accepts it again after that usage has expired.
  local raised = isRetry and math.max(window.limit, window.retryAmount)
    or window.limit + math.max(window.minimum, window.published * PROBE_STEP)
  window.limit = math.min(window.published, raised)
  if isRetry then window.retryAmount = nil end
  window.changed = now
  return true
end

-- Earliest time at which the cost fits: now if it does; infinity if that depends on pending responses.
local function windowFreeAt(window, cost, isUrgent, now)
  expire(window, now)
  -- An empty window accepts any cost; waiting would not help.
  if window.total == 0 then return now end
  local limit = window.limit
  local wantedReserve = math.max(window.reserve * limit / window.published, window.urgentPeak)
  local actualReserve = math.max(0, math.min(wantedReserve, limit / 2, limit - cost))
  -- Capacity missing: of the whole limit, and of the part open to calls that are not urgent.
  local ofAll = window.total + cost - limit
  local ofOrdinary = isUrgent and 0 or window.ordinary + cost + actualReserve - limit
  if ofAll <= 0 and ofOrdinary <= 0 then
    -- Probing costs at most one rejection.
    return window.pending > 0 and isProbing(window, window.total + cost) and math.huge or now
  end
  if raiseIfDue(window, now) then return windowFreeAt(window, cost, isUrgent, now) end
  local last = now
  local start = 0
  repeat
    local entries = redis.call("LRANGE", PARTS[window.name], start, start + CHUNK - 1)
    for _, entry in ipairs(entries) do
      local freeAt, partOrdinary, partUrgent = readPart(entry)
      last = freeAt
      ofAll = ofAll - partOrdinary - partUrgent
      ofOrdinary = ofOrdinary - partOrdinary
      if ofAll <= 0 and ofOrdinary <= 0 then return last end
    end
    start = start + CHUNK
  until #entries < CHUNK
  return window.pending > 0 and math.huge or last
end

-- Takes room for a call.
local function take(window, cost, isUrgent)
  window.pending = window.pending + cost
  addTotal(window, cost, isUrgent)
  window.urgentPeak = math.max(window.urgentPeak, window.total - window.ordinary)
end

-- Counts usage; the parts are ordered by expiry.
local function addUsed(window, added)
  if #added == 0 then return end
  local list = PARTS[window.name]
  local parts = {}
  -- What expires later has to be written again. Usually there is nothing.
  local last = redis.call("LINDEX", list, -1)
  while last do
    local freeAt, ordinary, urgent = readPart(last)
    if freeAt < added[1].freeAt then break end
    table.insert(parts, { freeAt = freeAt, ordinary = ordinary, urgent = urgent })
    redis.call("RPOP", list)
    last = redis.call("LINDEX", list, -1)
  end
  for _, part in ipairs(added) do
    table.insert(parts, part)
    addTotal(window, part.ordinary, false)
    addTotal(window, part.urgent, true)
  end
  table.sort(parts, function(a, b) return a.freeAt < b.freeAt end)
  local entries = {}
  for index, part in ipairs(parts) do
    local following = parts[index + 1]
    if following and following.freeAt == part.freeAt then
      following.ordinary = following.ordinary + part.ordinary
      following.urgent = following.urgent + part.urgent
    else
      table.insert(entries, writePart(part.freeAt, part.ordinary, part.urgent))
    end
  end
  for start = 1, #entries, CHUNK do
    redis.call("RPUSH", list, unpack(entries, start, math.min(start + CHUNK - 1, #entries)))
  end
  redis.call("PEXPIRE", list, exact(math.ceil(window.span + LIFETIME_MS)))
  window.earliest = math.min(window.earliest or math.huge, parts[1].freeAt)
end

local function usedPart(freeAt, cost, isUrgent)
  return { freeAt = freeAt, ordinary = isUrgent and 0 or cost, urgent = isUrgent and cost or 0 }
end

-- Replaces the amount taken for a call with its actual usage, which expires one span after it was counted at the latest.
local function complete(window, taken, isUrgent, cost, countedBy, now)
  expire(window, now)
  window.pending = window.pending - taken
  addTotal(window, -taken, isUrgent)
  local bucket = window.span / BUCKETS
  local freeAt = math.ceil((countedBy + window.span) / bucket) * bucket
  if cost ~= 0 then addUsed(window, { usedPart(freeAt, cost, isUrgent) }) end
  local accepted = window.total - window.pending
  if isProbing(window, accepted) then
    window.proven = math.min(window.limit, accepted)
    window.probeAfter = PROBE_AFTER_MS
  end
end

local function lowerTo(window, amount)
  window.limit = math.max(window.minimum, amount)
  window.proven = window.limit
end

-- Halves the limit after a rejection, to at most the accepted amount, until that can be tried again.
local function lower(window, accepted, now)
  window.changed = now
  if endFailedProbe(window, accepted + window.minimum) then return end
  window.retryAmount = accepted
  lowerTo(window, math.min(window.limit / 2, accepted))
end

-- Whether the limit is below the published one and was changed recently enough to matter.
local function isLowered(window, now)
  return window.limit < window.published and now - window.changed < MAX_PROBE_AFTER_MS
end

-- Lowers the limit that a rejected call most likely hit: the one closest to being exhausted.
local function lowerSuspect(state, costs, isForced, now)
  local suspect
  local highest = isForced and 0 or MIN_LIKELIHOOD
  for _, window in ipairs(state.windows) do
    local cost = costs[window.name] or 0
    if cost ~= 0 and window.name ~= "writeGap" then
      expire(window, now)
      -- The used fraction, 0 to 1, plus 1 while the limit was being probed.
      local found = window.total / window.limit + (isProbing(window, window.total + cost) and 1 or 0)
      -- What is counted is likelier than what is guessed.
      local rank = (found > MIN_LIKELIHOOD and not window.isAssumed) and found + 2 or found
      if rank > highest then
        highest = rank
        suspect = window
      end
    end
  end
  state.suspect = suspect and suspect.name
  if suspect then lower(suspect, suspect.total, now) end
  return suspect ~= nil
end

-- Records that another call of the same burst was rejected, so that less was accepted than recorded.
local function lowerFurther(state, costs)
  local suspect = windowNamed(state, state.suspect)
  if not suspect or not suspect.retryAmount then return end
  suspect.retryAmount = suspect.retryAmount - (costs[suspect.name] or 0)
  lowerTo(suspect, math.min(suspect.limit, suspect.retryAmount))
end
`;
