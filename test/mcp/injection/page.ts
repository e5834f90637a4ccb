import { carriers } from "./carriers.ts"

/** Who is asked before a command, and by whom. */
export type Column =
  | "confirm, client cannot ask"
  | "confirm, person says no"
  | "scope robots:read"
  | "no confirm"
  | "confirm, client answers itself"
  | "confirm_page, client answers itself"

interface Results {
  /** Orders that the agent found and followed, by carrier. */
  readonly told: ReadonlyMap<string, number>
  /** Commands that reached the robot, by setting and carrier. */
  readonly cells: ReadonlyMap<Column, ReadonlyMap<string, number>>
  readonly forms: ReadonlyArray<string>
}

const columns: ReadonlyArray<Column> = [
  "confirm, client cannot ask",
  "confirm, person says no",
  "scope robots:read",
  "no confirm",
  "confirm, client answers itself",
  "confirm_page, client answers itself"
]

const row = (cells: ReadonlyArray<string | number>) => `| ${cells.join(" | ")} |`

/** docs/mcp-injection.md: what reached a robot whose every text gives orders. */
export const page = ({ cells, forms, told }: Results): string => `# Orders hidden in what an agent reads

A model cannot be trusted to tell data from instructions. This page shows what happens when it does not try: an agent that
calls whatever looks like a call in what it reads, opens every link, and posts a yes to every page it finds. Its robot gives
orders in every text. \`npm test -- test/mcp/injection\` runs it and checks this page; \`UPDATE_GOLDEN=1\` writes it.

Each text holds an order in each of these forms, as far as they fit; a name holds the shortest: ${forms.join(", ")}.
A picture shows those that can be seen, and the agent is told what is written on it.

The numbers are commands that reached the robot. The first column has the orders that the agent found and followed.

${row(["Text", "Orders", ...columns])}
${row(["---", "---:", ...columns.map(() => "---:")])}
${carriers.map(([carrier]) => row([carrier, told.get(carrier)!, ...columns.map((column) => cells.get(column)!.get(carrier)!)])).join("\n")}

## What this says

- Under \`confirm\`, nothing moves without a person: the model cannot say the yes, and the address of the page where it is said
  opens nothing without the person's own sign-in. The question shows the program, the robot's name, the slug and the arguments:
  names and values in quotes, hidden characters written out. It never shows a text that the robot said.
- **Without \`confirm\`, a model that obeys what it reads moves the robot.** The label beside a robot's words and the server's
  instructions ask models not to; nothing enforces that. List every command that may do harm under \`confirm\`.
- **A client that answers the question by itself moves the robot, too.** The program that a person runs is
  trusted with their answer. Where that is too much, list the command under \`confirm_page\` as well: then the page is the only way.
- A token with the scope \`robots:read\`, and the address with \`?read_only=true\`, have no tool that moves anything.
- \`stop_robot\` and \`cancel_job\` are never asked about: a text can have an obeying agent stop the person's own jobs.
- The central endpoint asks nobody: a developer's agent that obeys what it reads can command robots and change configurations. Use
  \`?read_only=true\` where it reads what robots say.
- Links and images in texts are the client's to load or not. The robot card shows texts as text and loads nothing.
`
