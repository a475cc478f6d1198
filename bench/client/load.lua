-- The load as wrk wants it told:
--   wrk -s load.lua URL -- GET SECRET IDS_FILE SEED
--   wrk -s load.lua URL -- POST SECRET BODY_FILE
-- Prints one line of JSON at the end.

local ids = {}
local before, after, posted

function init(args)
  local authorization = "Authorization: Bearer " .. args[2] .. "\r\n"
  local host = "Host: " .. wrk.headers["Host"] .. "\r\n"
  if args[1] == "GET" then
    for id in io.lines(args[3]) do ids[#ids + 1] = id end
    math.randomseed(tonumber(args[4]))
    before = "GET /session/"
    after = " HTTP/1.1\r\n" .. host .. authorization .. "\r\n"
  else
    local body = io.open(args[3], "rb"):read("*a")
    posted = "POST /session HTTP/1.1\r\n" .. host .. authorization ..
      "Content-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
  end
end

function request()
  return posted or (before .. ids[math.random(#ids)] .. after)
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
