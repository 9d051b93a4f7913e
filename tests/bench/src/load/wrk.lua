-- Sends the requests of a plan (load-generator.ts) in random order and prints the result (load.ts) as JSON.

local prepared = {}
local answers

-- Runs once, as wrk is started with one thread.
function init(args)
  local plan = dofile(args[1])
  math.randomseed(os.time())
  for i, one in ipairs(plan.requests) do
    prepared[i] = wrk.format(plan.method, one[1], one[3], one[2])
  end
  if plan.answers_file then
    answers = assert(io.open(plan.answers_file, "a"))
    -- wrk reads bodies only for scripts that have this function.
    response = function(status, _, body)
      if status < 300 then answers:write(body, "\n") end
    end
  end
end

function request()
  return prepared[math.random(#prepared)]
end

function done(summary, latency)
  local errors = summary.errors
  -- An answer counts as a request whatever its status.
  local successes = summary.requests - errors.status
  local failures = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  print(string.format(
    '{"successes":%d,"failures":%d,"perSecond":%.1f,"p50Ms":%.3f,"p99Ms":%.3f}',
    successes, failures, successes / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000
  ))
end
