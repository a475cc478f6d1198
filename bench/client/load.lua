-- The load as wrk wants it told:
--   wrk -s load.lua URL -- SECRET SEED KIND SHARE FILE [KIND SHARE FILE ...]
-- Kinds are those of client.ts. Prints one line of JSON at the end.

local parts = {}

local function read(file)
  local lines = {}
  for line in io.lines(file) do lines[#lines + 1] = line end
  return lines
end

function init(args)
  local host = " HTTP/1.1\r\nHost: " .. wrk.headers["Host"] .. "\r\n"
  local with_key = host .. "Authorization: Bearer " .. args[1] .. "\r\n"
  local function sent(line, body)
    return line .. with_key .. "Content-Type: application/json\r\nContent-Length: " .. #body ..
      "\r\n\r\n" .. body
  end
  local kinds = {
    get = function(file)
      local ids = read(file)
      local after = with_key .. "\r\n"
      return function() return "GET /session/" .. ids[math.random(#ids)] .. after end
    end,
    page = function(file)
      local paths = read(file)
      local after = host .. "\r\n"
      return function() return "GET " .. paths[math.random(#paths)] .. after end
    end,
    create = function(file)
      local posted = sent("POST /session", io.open(file, "rb"):read("*a"))
      return function() return posted end
    end,
    step = function(file)
      local steps = read(file)
      local at = math.random(#steps)
      return function()
        at = at % #steps + 1
        local path, body = steps[at]:match("^(%S+) (.+)$")
        return sent("PUT " .. path, body)
      end
    end,
  }
  math.randomseed(tonumber(args[2]))
  local upto = 0
  for i = 3, #args, 3 do
    upto = upto + tonumber(args[i + 1])
    parts[#parts + 1] = { upto = upto, make = kinds[args[i]](args[i + 2]) }
  end
end

function request()
  if #parts == 1 then return parts[1].make() end
  local drawn = math.random() * 100
  for _, part in ipairs(parts) do
    if drawn < part.upto then return part.make() end
  end
  return parts[#parts].make()
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '{"requests":%d,"microseconds":%d,"p50":%d,"p90":%d,"p99":%d,"p999":%d,"failures":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(90),
    latency:percentile(99), latency:percentile(99.9),
    e.status + e.connect + e.read + e.write + e.timeout
  ))
end
