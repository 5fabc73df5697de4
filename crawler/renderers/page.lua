-- One page in Splash, told as a browser would tell it: the status and headers of the
-- page itself (not Splash's), the document's URL, its DOM, its cookies.
--
-- The crawler follows redirects, not the renderer: of an HTTP redirect the answer is
-- returned, and where a script or a meta refresh would go is reported, not fetched.

-- What the browser accepts for a document, and for nothing else (Fetch, 4.1).
local DOCUMENT = "^text/html,application/xhtml%+xml,application/xml"

local WELL_FORMED = "document.documentElement.outerHTML" ..
  ".replace(/[\\ud800-\\udbff](?![\\udc00-\\udfff])/g, '\\ufffd')" ..
  ".replace(/(^|[^\\ud800-\\udbff])[\\udc00-\\udfff]/g, '$1\\ufffd')"

-- The same origin; the sandbox has no string.match.
local function under(url, origin)
  return url:sub(1, #origin) == origin and url:sub(#origin + 1):find("^[/?#]") ~= nil
end

local function header(message, name)
  return tostring(message.headers[name] or ""):lower()
end

-- A document that a browser shows and runs; no type at all is sniffed.
local function is_page(response, maxsize)
  local kind = header(response, "Content-Type")
  if header(response, "Content-Disposition"):find("^%s*attachment") then
    return false
  end
  if (tonumber(header(response, "Content-Length")) or 0) > maxsize then
    return false
  end
  return kind == "" or kind:find("^%s*text/html") ~= nil
    or kind:find("^%s*application/xhtml%+xml") ~= nil
end

local function has_body(status)
  return status >= 200 and status ~= 204 and status ~= 205 and status ~= 304
end

function main(splash, args)
  local first, moved
  local authorization = args.headers["Authorization"]

  local function evaluate(script)
    local ok, value = pcall(function() return splash:evaljs(script) end)
    return ok and value or nil
  end

  local function html()
    local ok, text = pcall(function() return splash:html() end)
    -- Splash fails on half a surrogate pair, which a script can write.
    return ok and text or evaluate(WELL_FORMED)
  end

  local function snapshot()
    return {
      html = html(),
      url = evaluate("document.URL"),
      forms = evaluate("document.forms.length"),
    }
  end

  local function in_frame(url)
    local sources = evaluate(
      "[].map.call(document.querySelectorAll('iframe,frame,object,embed')," ..
      " function (e) { return e.src || e.data }).join('\\n')")
    return ("\n" .. tostring(sources or "") .. "\n"):find("\n" .. url .. "\n", 1, true)
  end

  splash.images_enabled = false
  splash.plugins_enabled = false
  if args.headers["User-Agent"] then
    splash:set_user_agent(args.headers["User-Agent"])
  end
  splash:init_cookies(args.cookies)

  splash:on_request(function(request)
    if not first then
      return
    end
    if not tostring(request.headers["Accept"] or ""):find(DOCUMENT) then
      -- A script, a style, a call of a script: none may hold up the whole page.
      request:set_timeout(args.timeout / 3)
      if authorization and under(request.url, args.origin) then
        request:set_header("Authorization", authorization)
      end
      return
    end
    -- Frames are links of the page, and pages of their own.
    if first.page and not moved and not in_frame(request.url) then
      moved = {url = request.url, method = request.method, page = snapshot()}
    end
    request:abort()
  end)

  splash:on_response_headers(function(response)
    if first then
      return
    end
    first = {
      status = response.status,
      headers = response.info.headers,
      page = has_body(response.status) and is_page(response, args.maxsize),
    }
    local status = response.status
    first.redirect = status >= 300 and status < 400 and header(response, "Location") ~= ""
    first.page = first.page and not first.redirect
    if not first.page then
      response:abort()
      if not has_body(status) then
        -- WebKit waits for ever for a document that does not come.
        splash:call_later(function() splash:set_content("") end, 0)
      end
    end
  end)

  splash:on_response(function(response)
    if first and first.ok == nil then
      first.ok = response.ok or response.status >= 400
    end
  end)

  local _, reason = splash:go{args.url, headers = args.headers}
  if not first then
    return {error = reason or "no answer"}
  end
  if first.page and first.ok == false and not moved then
    return {error = reason or "cut off"}
  end
  if first.page and not moved then
    splash:wait(args.wait)
  end
  local page = {}
  if moved then
    page = moved.page
  elseif first.page then
    page = snapshot()
  end
  return {
    status = first.status,
    headers = first.headers,
    rendered = first.page,
    redirect = first.redirect,
    html = page.html,
    url = page.url,
    forms = page.forms,
    moved = moved and {url = moved.url, method = moved.method},
    cookies = splash:get_cookies(),
  }
end
