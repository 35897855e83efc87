/** Primary rate limits per resource, as responses report them. */
export const PRIMARY_LIMITS = `
local SAME_RESET_SECONDS = 5
local ROUNDING_MS = 1000
local RESERVED_SHARE = 0.04
local MAX_SPAN_MS = 3600000
local MAX_RESOURCES = 50

-- State of a resource; nil once its reset has passed.
local function primaryLimit(state, resource, now)
  local limit = state.primary[resource]
  if limit and limit.reset <= now then state.primary[resource] = nil end
  return state.primary[resource]
end

local function countResources(state)
  local count = 0
  for _ in pairs(state.primary) do count = count + 1 end
  return count
end

-- Stores a limit; a new one is ignored if there are too many whose resets have not passed.
local function setPrimary(state, resource, limit, now)
  if countResources(state) >= MAX_RESOURCES then
    for name, other in pairs(state.primary) do
      if other.reset <= now then state.primary[name] = nil end
    end
  end
  if countResources(state) < MAX_RESOURCES or state.primary[resource] then state.primary[resource] = limit end
end

-- Time at which a call fits: now, or the reset.
local function primaryFreeAt(state, resource, isUrgent, now)
  local limit = primaryLimit(state, resource, now)
  if not limit then return now end
  local reserve = isUrgent and 0 or math.floor(limit.limit * RESERVED_SHARE)
  -- The reported number may or may not include pending calls.
  return limit.remaining - (state.pending[resource] or 0) > reserve and now or limit.reset
end

local function addPending(state, resource, count)
  local pending = (state.pending[resource] or 0) + count
  state.pending[resource] = pending > 0 and pending or nil
end

-- The wait counts from a date, so it is too short if that is too late.
local function resetAfter(wait, deviation, now)
  return now + math.min(MAX_SPAN_MS, wait + math.max(0, deviation)) + ROUNDING_MS
end

-- Records a report of a response.
local function updatePrimary(state, rate, deviation, now)
  local limit = primaryLimit(state, rate.resource, now)
  local reset = resetAfter(rate.resetIn, deviation, now)
  local resetShift = rate.resetSeconds - (limit and limit.resetSeconds or 0)
  if not limit or resetShift > SAME_RESET_SECONDS then
    local reported = { limit = rate.limit, remaining = rate.remaining, reset = reset, resetSeconds = rate.resetSeconds }
    setPrimary(state, rate.resource, reported, now)
  elseif resetShift >= -SAME_RESET_SECONDS then
    -- Responses can arrive out of order, and within an hour the remaining calls only decrease unless the limit grows.
    limit.remaining = rate.limit > limit.limit and rate.remaining or math.min(limit.remaining, rate.remaining)
    -- Two dates that agree correct a reset that was computed from a wrong one.
    limit.reset = deviation == 0 and reset or math.min(limit.reset, reset)
    limit.limit = rate.limit
  end
end

-- Records that the service rejected a call: the limit is exhausted for some milliseconds.
local function exhaustPrimary(state, resource, wait, deviation, now)
  local limit = state.primary[resource] or { limit = 0, resetSeconds = 0 }
  local exhausted = { limit = limit.limit, remaining = 0, resetSeconds = limit.resetSeconds }
  exhausted.reset = resetAfter(wait, deviation, now)
  setPrimary(state, resource, exhausted, now)
end
`;
