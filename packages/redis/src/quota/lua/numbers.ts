/** Numbers and missing values in JSON, in Redis and in the stored state. */
export const NUMBERS = `
-- Writes a number so that it can be read back unchanged; Lua itself would round it to 14 digits.
local function exact(number)
  return string.format("%.17g", number)
end

-- Returns nil for null.
local function known(value)
  if value ~= cjson.null then return value end
end
`;
