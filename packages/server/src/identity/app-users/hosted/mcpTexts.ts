import type { McpScope } from "@fleet/domain/Mcp"
import type { McpCommand } from "../../oauth/mcp/McpConfirmation.ts"
import type { Catalogue } from "../../../platform/pages/Locales.ts"

interface Texts {
  readonly lead: (client: string, app: string) => string
  readonly unnamed: string
  readonly title: string
  readonly asks: (app: string) => string
  readonly client: string
  readonly unverified: string
  readonly described: string
  readonly answer: string
  readonly opens: string
  readonly scopes: string
  readonly scope: Readonly<Record<McpScope, string>>
  readonly known: string
  readonly loopback: string
  readonly app: (scheme: string) => string
  readonly role: string
  readonly account: string
  readonly otherAccount: string
  readonly approve: string
  readonly deny: string
  readonly confirm: {
    readonly title: string
    readonly lead: string
    readonly robot: string
    readonly tool: Readonly<Record<McpCommand["tool"], string>>
    readonly parameters: string
    readonly warning: string
    readonly approve: string
    readonly deny: string
    readonly approved: { readonly title: string; readonly body: string }
    readonly denied: { readonly title: string; readonly body: string }
    readonly signIn: string
  }
  readonly dead: { readonly title: string; readonly body: string }
}

/** The texts of the pages on which a person decides about an MCP client. */
export const mcpTexts: Catalogue<Texts> = {
  en: {
    lead: (client, app) => `Sign in to ${app} to decide whether “${client}” may act for you.`,
    unnamed: "A program without a name",
    title: "Let this program in?",
    asks: (app) => `A program asks to use ${app} for you, as an AI assistant does.`,
    client: "Program",
    unverified: "The program says so itself. Nobody has verified this name.",
    described: "It is described at",
    answer: "The answer goes to",
    opens: "The answer opens an app on this device, by addresses of",
    scopes: "It asks to",
    scope: {
      "robots:read": "see the robots that you may see, with their values, alerts and jobs",
      "robots:control": "give commands to robots: move them, call their services, stop them"
    },
    known: "You let it in before. It gets what it asks for now only if you allow it again.",
    loopback:
      "The answer goes to this computer. Any program that runs here can call itself by this name: allow it only if you began this just now, in a program that you trust.",
    app: (scheme) =>
      `Allowing or refusing opens an app on this device: the one that takes addresses that begin with ${scheme} Any app that is installed here can take them. Allow it only if you began this just now, in an app that you trust.`,
    role: "It can never do more than your role lets you do. You can withdraw this at any time.",
    account: "You are signed in as",
    otherAccount: "Not you?",
    approve: "Allow",
    deny: "Refuse",
    confirm: {
      title: "Send this command?",
      lead: "A program that you let in asks to send it. It goes to the robot once, and only if you allow it.",
      robot: "Robot",
      tool: { start_action: "Start the action", call_service: "Call the service", publish: "Publish to" },
      parameters: "With",
      warning: "The robot may move. Make sure that nobody is in its way.",
      approve: "Allow once",
      deny: "Refuse",
      approved: {
        title: "Allowed",
        body: "The program can send this command once, within a minute. You can close this tab."
      },
      denied: { title: "Refused", body: "The command is not sent. You can close this tab." },
      signIn: "Sign in to decide about a command of a program that acts for you."
    },
    dead: {
      title: "This request is over",
      body: "It was decided already, or it is too old. Begin again in the program that asked."
    }
  },
  de: {
    lead: (client, app) => `Melden Sie sich bei ${app} an, um zu entscheiden, ob „${client}“ für Sie handeln darf.`,
    unnamed: "Ein Programm ohne Namen",
    title: "Dieses Programm zulassen?",
    asks: (app) => `Ein Programm möchte ${app} für Sie benutzen, wie es ein KI-Assistent tut.`,
    client: "Programm",
    unverified: "Das sagt das Programm von sich selbst. Niemand hat diesen Namen geprüft.",
    described: "Beschrieben ist es unter",
    answer: "Die Antwort geht an",
    opens: "Die Antwort öffnet eine App auf diesem Gerät, mit Adressen von",
    scopes: "Es möchte",
    scope: {
      "robots:read": "die Roboter sehen, die Sie sehen dürfen, mit Werten, Alarmen und Aufträgen",
      "robots:control": "Robotern Befehle geben: sie bewegen, ihre Dienste aufrufen, sie anhalten"
    },
    known: "Sie haben es schon einmal zugelassen. Was es jetzt möchte, bekommt es nur, wenn Sie es wieder erlauben.",
    loopback:
      "Die Antwort geht an diesen Computer. Jedes Programm, das hier läuft, kann sich so nennen: Erlauben Sie es nur, wenn Sie dies eben selbst begonnen haben, in einem Programm, dem Sie vertrauen.",
    app: (scheme) =>
      `Erlauben und Ablehnen öffnen eine App auf diesem Gerät: diejenige, die Adressen annimmt, die mit ${scheme} beginnen. Jede App, die hier installiert ist, kann sie annehmen. Erlauben Sie es nur, wenn Sie dies eben selbst begonnen haben, in einer App, der Sie vertrauen.`,
    role: "Es kann nie mehr, als Ihre Rolle Ihnen erlaubt. Sie können dies jederzeit widerrufen.",
    account: "Sie sind angemeldet als",
    otherAccount: "Nicht Sie?",
    approve: "Erlauben",
    deny: "Ablehnen",
    confirm: {
      title: "Diesen Befehl senden?",
      lead: "Ein Programm, das Sie zugelassen haben, möchte ihn senden. Er geht einmal an den Roboter, und nur, wenn Sie es erlauben.",
      robot: "Roboter",
      tool: { start_action: "Aktion starten", call_service: "Dienst aufrufen", publish: "Senden an" },
      parameters: "Mit",
      warning: "Der Roboter kann sich bewegen. Achten Sie darauf, dass niemand im Weg ist.",
      approve: "Einmal erlauben",
      deny: "Ablehnen",
      approved: {
        title: "Erlaubt",
        body: "Das Programm kann diesen Befehl innerhalb einer Minute einmal senden. Sie können diesen Tab schließen."
      },
      denied: { title: "Abgelehnt", body: "Der Befehl wird nicht gesendet. Sie können diesen Tab schließen." },
      signIn: "Melden Sie sich an, um über den Befehl eines Programms zu entscheiden, das für Sie handelt."
    },
    dead: {
      title: "Diese Anfrage ist vorbei",
      body: "Sie wurde schon entschieden oder ist zu alt. Beginnen Sie in dem Programm, das gefragt hat, noch einmal."
    }
  }
}
