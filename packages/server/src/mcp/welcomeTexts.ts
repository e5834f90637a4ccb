import type { Catalogue } from "../platform/pages/Locales.ts"

interface Texts {
  readonly endpoint: { readonly title: string; readonly body: string; readonly help: string }
  readonly welcome: {
    readonly title: string
    readonly lead: string
    readonly identifier: string
    readonly connect: string
    readonly steps: ReadonlyArray<string>
    readonly trouble: string
    readonly answers: ReadonlyArray<readonly [question: string, answer: string]>
    readonly known: string
    readonly developers: string
    readonly doctor: string
    readonly inspector: string
  }
}

/** The texts of the pages that help to connect a program over MCP. */
export const welcomeTexts: Catalogue<Texts> = {
  en: {
    endpoint: {
      title: "An address for programs",
      body: "This is the address of an MCP endpoint. Add it to an AI assistant that takes MCP servers:",
      help: "How to connect a program"
    },
    welcome: {
      title: "Connect a program over MCP",
      lead: "An AI assistant can use the robots of an app for you, as far as your role lets you. Each app has an address of its own:",
      identifier: "app_identifier",
      connect: "How to connect",
      steps: [
        "Add the address to the program as a remote MCP server (streamable HTTP).",
        "The program opens a page of the app. Sign in, and read what it asks for and where its answer goes.",
        "Allow it. The program then lists the tools that your role and your answer allow."
      ],
      trouble: "When it does not work",
      answers: [
        ["404", "MCP is switched off for this app, or the identifier is wrong. A developer of the app switches it on."],
        [
          "401",
          "The program has no token, or an old one. It should begin to sign in by itself; if not, remove it and add it again."
        ],
        [
          "403",
          "The token is of another app, or the program asked for too little: allow it to give commands. A page in a browser must be listed among the app's origins."
        ],
        [
          "“The client's metadata document could not be used”",
          "The program names itself by an address that could not be read. The page says why."
        ],
        ["Fewer tools than expected", "Your role grants no slug of that kind, or you allowed reading alone."]
      ],
      known: "What is known of some programs",
      developers: "For developers of the app",
      doctor:
        "What each program asked for last (documents, registration, page, token, call), what was refused and why, and what to do:",
      inspector:
        "The protocol's inspector registers itself, opens the page to sign in, and lists the tools. It needs Node 22.19 or newer and npm's registry:"
    }
  },
  de: {
    endpoint: {
      title: "Eine Adresse für Programme",
      body: "Dies ist die Adresse eines MCP-Endpunkts. Tragen Sie sie in einen KI-Assistenten ein, der MCP-Server annimmt:",
      help: "So verbinden Sie ein Programm"
    },
    welcome: {
      title: "Ein Programm über MCP verbinden",
      lead: "Ein KI-Assistent kann die Roboter einer App für Sie benutzen, so weit Ihre Rolle es erlaubt. Jede App hat ihre eigene Adresse:",
      identifier: "app_identifier",
      connect: "So verbinden Sie",
      steps: [
        "Tragen Sie die Adresse im Programm als entfernten MCP-Server ein (Streamable HTTP).",
        "Das Programm öffnet eine Seite der App. Melden Sie sich an und lesen Sie, was es möchte und wohin die Antwort geht.",
        "Erlauben Sie es. Das Programm zeigt dann die Werkzeuge, die Ihre Rolle und Ihre Antwort erlauben."
      ],
      trouble: "Wenn es nicht geht",
      answers: [
        [
          "404",
          "MCP ist für diese App ausgeschaltet, oder der Name in der Adresse stimmt nicht. Einschalten kann es ein Entwickler der App."
        ],
        [
          "401",
          "Das Programm hat kein Token oder ein altes. Es sollte die Anmeldung selbst beginnen; sonst entfernen Sie es und tragen es neu ein."
        ],
        [
          "403",
          "Das Token gehört zu einer anderen App, oder das Programm hat zu wenig erbeten: Erlauben Sie ihm Befehle. Eine Seite im Browser muss bei den Origins der App stehen."
        ],
        [
          "„The client's metadata document could not be used“",
          "Das Programm nennt sich mit einer Adresse, die nicht gelesen werden konnte. Die Seite sagt, warum."
        ],
        [
          "Weniger Werkzeuge als erwartet",
          "Ihre Rolle erlaubt nichts von dieser Art, oder Sie haben nur das Lesen erlaubt."
        ]
      ],
      known: "Was von manchen Programmen bekannt ist",
      developers: "Für Entwickler der App",
      doctor:
        "Was jedes Programm zuletzt wollte (Dokumente, Anmeldung, Seite, Token, Aufruf), was abgelehnt wurde und warum, und was zu tun ist:",
      inspector:
        "Der Inspector des Protokolls meldet sich an, öffnet die Seite zum Anmelden und zeigt die Werkzeuge. Er braucht Node 22.19 oder neuer und das Register von npm:"
    }
  }
}
