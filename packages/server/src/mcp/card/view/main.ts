import { Card } from "./Card.ts"
import { Host, isObject, type Params } from "./Host.ts"
import { textsOf } from "./texts.ts"

/** The revision of MCP Apps that this view speaks. */
const protocolVersion = "2026-01-26"

const root = document.documentElement
const host = new Host(window.parent)

/** The look of the host: light or dark, and its font. */
const adopt = ({ styles, theme }: Params): void => {
  if (theme === "light" || theme === "dark") root.style.colorScheme = theme
  const variables = isObject(styles) && isObject(styles["variables"]) ? styles["variables"] : {}
  const font = variables["--font-sans"]
  if (typeof font === "string") root.style.setProperty("--font", font)
}

const begin = async (): Promise<void> => {
  let card: Card | null = null
  // The newest of each that came before the host had answered.
  let input: Params = {}
  let result: Params | null = null
  host.on("ui/notifications/tool-input", ({ arguments: args }) => {
    input = isObject(args) ? args : {}
    card?.takeInput(input)
  })
  host.on("ui/notifications/tool-result", (notified) => {
    result = notified
    void card?.takeResult(notified)
  })
  host.on("ui/notifications/host-context-changed", adopt)
  host.on("ui/resource-teardown", () => card?.close())
  host.on("ping", () => ({}))
  const answer = await host.request("ui/initialize", {
    protocolVersion,
    appInfo: { name: "robot-card", version: "1" },
    appCapabilities: { availableDisplayModes: ["inline"] }
  })
  const context = isObject(answer["hostContext"]) ? answer["hostContext"] : {}
  adopt(context)
  const texts = textsOf(context["locale"] ?? navigator.language)
  root.lang = texts.locale
  card = new Card(host, texts, document.querySelector("main")!)
  card.takeInput(input)
  if (result !== null) void card.takeResult(result)
  host.notify("ui/notifications/initialized")
  new ResizeObserver(() =>
    host.notify("ui/notifications/size-changed", { width: root.scrollWidth, height: Math.ceil(root.offsetHeight) })
  ).observe(document.body)
}

void begin()
