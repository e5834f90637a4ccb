import type { Catalogue } from "../platform/pages/Locales.ts"

/** A client that is known, what is known of it, and what to do. */
export interface Quirk {
  /** What it is called, for the page that explains. */
  readonly client: string
  /** Found in the client's id, name or user agent. */
  readonly mark: RegExp
  readonly message: Catalogue<string>
}

/** What was seen of clients, 2026-11. A client may have changed since. */
export const quirks: ReadonlyArray<Quirk> = [
  {
    client: "Claude (web and desktop)",
    mark: /claude\.ai|claude\.com|claude-user|^claude$/i,
    message: {
      en: "Claude may show that it is connected and never call after it got a token: remove the connector and add it again. It calls from its maker's servers, so the address must be reachable from the internet.",
      de: "Claude zeigt mitunter, dass es verbunden ist, und ruft nach dem Token nie auf: Entfernen Sie den Connector und fügen Sie ihn neu hinzu. Es ruft von den Servern seines Herstellers aus auf, die Adresse muss also aus dem Internet erreichbar sein."
    }
  },
  {
    client: "Claude Code",
    mark: /claude[- ]code/i,
    message: {
      en: "Claude Code shows a model the structured result alone: further blocks of text or pictures may be dropped.",
      de: "Claude Code zeigt dem Modell nur das strukturierte Ergebnis: Weitere Texte und Bilder können wegfallen."
    }
  },
  {
    client: "ChatGPT",
    mark: /chatgpt|openai/i,
    message: {
      en: "ChatGPT keeps the list of tools from when it was connected: after a change of a role or a configuration, refresh or reconnect it. Its plans differ in whether tools may command.",
      de: "ChatGPT behält die Liste der Werkzeuge vom Verbinden: Nach einer Änderung einer Rolle oder einer Konfiguration aktualisieren oder verbinden Sie es neu. Ob Werkzeuge Befehle geben dürfen, hängt vom Tarif ab."
    }
  },
  {
    client: "Visual Studio Code",
    mark: /visual studio code|vscode/i,
    message: {
      en: "Visual Studio Code registers a loopback port and may come back on another, which is taken here; it also registers https://vscode.dev/redirect.",
      de: "Visual Studio Code meldet einen Loopback-Port an und kommt vielleicht an einem anderen zurück, was hier gilt; es meldet auch https://vscode.dev/redirect an."
    }
  },
  {
    client: "Codex",
    mark: /codex/i,
    message: {
      en: "Codex may refuse a question at once that it said it can ask. A command that needs a yes then answers the address of a page: open it, allow it, and let the model call again.",
      de: "Codex lehnt eine Rückfrage mitunter sofort ab, obwohl es sagt, dass es fragen kann. Ein Befehl, der ein Ja braucht, antwortet dann mit der Adresse einer Seite: Öffnen Sie sie, erlauben Sie ihn, und lassen Sie das Modell noch einmal aufrufen."
    }
  },
  {
    client: "Cursor",
    mark: /cursor/i,
    message: {
      en: "Cursor shows about 45 tools of all its servers together: switch others off where tools are missing.",
      de: "Cursor zeigt etwa 45 Werkzeuge aller Server zusammen: Schalten Sie andere ab, wo Werkzeuge fehlen."
    }
  },
  {
    client: "Zed",
    mark: /^zed|\bzed\.dev/i,
    message: {
      en: "Zed cannot ask a person: commands that need a yes are allowed on the page whose address the refusal has.",
      de: "Zed kann niemanden fragen: Befehle, die ein Ja brauchen, erlauben Sie auf der Seite, deren Adresse die Ablehnung nennt."
    }
  }
]
