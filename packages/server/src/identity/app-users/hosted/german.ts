import type { Texts } from "./Texts.ts"

export const german: Texts = {
  email: "E-Mail-Adresse",
  password: "Passwort",
  newPassword: "Neues Passwort",
  displayName: "Name (optional)",
  displayNameHint: "So sehen andere Sie in dieser App.",
  passwordHint: "Mindestens 12 Zeichen. Gut eignen sich mehrere Wörter, die nichts miteinander zu tun haben.",
  code: "Sechsstelliger Code",
  otherAddress: "Ändern",
  noMail: "Nach einer Minute noch nichts da? Sehen Sie im Spam-Ordner nach.",
  linkAgain: { again: "Link noch einmal senden", wait: "Neuer Link in {time}" },
  toSignIn: "Anmelden",
  tryAgain: "Noch einmal versuchen",
  signIn: {
    title: (app) => `Bei ${app} anmelden`,
    submit: "Anmelden",
    byCodeHint: "Wir senden einen sechsstelligen Code an diese Adresse.",
    sendCode: "Code senden",
    forgot: "Passwort vergessen?",
    newHere: "Neu hier?",
    signUp: "Konto anlegen",
    unproven:
      "Haben Sie sich gerade registriert? Ihr Konto wird aktiv, sobald Sie den Link öffnen, den wir Ihnen gesendet haben."
  },
  provider: {
    with: (name) => `Weiter mit ${name}`,
    failed: "Sie sind nicht angemeldet",
    noAccess: "Dieses Konto kann gerade nicht benutzt werden. Fragen Sie die Betreiber der App.",
    emailTaken: "Zu Ihrer E-Mail-Adresse gibt es hier schon ein Konto. Melden Sie sich so an wie bisher.",
    emailUnverified:
      "Der Anbieter bestätigt nicht, dass die E-Mail-Adresse Ihnen gehört. Bestätigen Sie sie dort, und melden Sie sich noch einmal an.",
    noEmail: "Der Anbieter hat Ihre E-Mail-Adresse nicht genannt, die diese App braucht.",
    unavailable:
      "Der Anbieter ist nicht erreichbar oder nicht richtig eingerichtet. Versuchen Sie es später noch einmal, oder melden Sie sich anders an.",
    cancelled: "Die Anmeldung beim Anbieter wurde abgebrochen oder ist fehlgeschlagen. Melden Sie sich noch einmal an."
  },
  codeSent: {
    title: "Prüfen Sie Ihr Postfach",
    body: "Wenn es zu dieser Adresse ein Konto gibt, haben wir einen Code dorthin gesendet. Er ist 10 Minuten gültig.",
    submit: "Anmelden",
    again: "Neuen Code senden",
    wait: "Neuer Code in {time}"
  },
  signUp: {
    title: "Konto anlegen",
    submit: "Konto anlegen",
    hasAccount: "Schon ein Konto?",
    sent: {
      title: "Prüfen Sie Ihr Postfach",
      body: "Wenn mit dieser Adresse hier ein neues Konto möglich ist, haben wir einen Link dorthin gesendet. Öffnen Sie ihn, um die Registrierung abzuschließen."
    },
    resend: "Link noch einmal senden"
  },
  verify: {
    title: "Adresse bestätigen",
    body: "Haben Sie hier mit dieser Adresse ein Konto angelegt? Wenn Sie das nicht waren, schließen Sie diese Seite: Dann wird kein Konto aktiv.",
    submit: "Ja, bestätigen",
    dead: {
      title: "Dieser Link ist nicht mehr gültig",
      body: "Er wurde schon verwendet, durch einen neueren ersetzt oder ist älter als 24 Stunden. Wenn Sie Ihre Adresse schon bestätigt haben, melden Sie sich einfach an. Sonst fordern Sie einen neuen Link an."
    }
  },
  forgot: {
    title: "Passwort vergessen?",
    body: "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.",
    submit: "Link senden",
    back: "Zurück zur Anmeldung",
    sent: {
      title: "Prüfen Sie Ihr Postfach",
      body: "Wenn es zu dieser Adresse ein Konto mit Passwort gibt, haben wir einen Link dorthin gesendet. Er ist eine Stunde gültig."
    }
  },
  reset: {
    title: "Neues Passwort festlegen",
    submit: "Passwort speichern",
    dead: {
      title: "Dieser Link ist nicht mehr gültig",
      body: "Er wurde schon verwendet, durch einen neueren ersetzt oder ist älter als eine Stunde. Wenn Sie gerade ein neues Passwort festgelegt haben, melden Sie sich damit an. Sonst fordern Sie einen neuen Link an."
    },
    fresh: "Neuen Link senden"
  },
  invite: {
    title: (app) => `Einladung zu ${app}`,
    body: "Sie wurden eingeladen. Nehmen Sie die Einladung an, um Ihr Konto zu erhalten.",
    submit: "Einladung annehmen",
    dead: {
      title: "Diese Einladung ist nicht mehr gültig",
      body: "Sie wurde schon angenommen, zurückgezogen, durch eine neuere ersetzt oder ist älter als 7 Tage. Wenn Sie sie schon angenommen haben, melden Sie sich einfach an. Sonst bitten Sie die Person, die Sie eingeladen hat, um eine neue."
    }
  },
  twoFactor: {
    title: "Zweiter Schritt",
    account: "Ihr Konto",
    otherAccount: "Nicht Sie?",
    body: "Geben Sie den Code ein, den Ihre Authenticator-App für dieses Konto anzeigt.",
    submit: "Weiter",
    byRecovery: "Wiederherstellungscode verwenden",
    recoveryCode: "Wiederherstellungscode",
    recoveryHint: "Einer der zehn Codes, die Sie beim Einrichten aufbewahrt haben. Jeder gilt nur einmal.",
    dead: {
      title: "Diese Anmeldung ist beendet",
      body: "Sie ist schon abgeschlossen, hat länger als fünf Minuten gedauert, oder es wurden zu viele falsche Codes eingegeben. Melden Sie sich noch einmal an."
    }
  },
  setup: {
    intro: {
      title: "Zweiten Schritt einrichten",
      body: "Diese App verlangt beim Anmelden einen zweiten Schritt: einen Code aus einer Authenticator-App auf Ihrem Telefon. Halten Sie die Authenticator-App bereit.",
      submit: "Jetzt einrichten"
    },
    title: "Konto zur Authenticator-App hinzufügen",
    scan: "Scannen Sie diesen QR-Code mit Ihrer Authenticator-App.",
    qr: "QR-Code für Ihre Authenticator-App. Der Schlüssel darunter enthält dasselbe.",
    type: "Oder geben Sie dort diesen Schlüssel ein:",
    enter: "Der sechsstellige Code, den die App anzeigt",
    submit: "Weiter",
    off: {
      title: "Kein zweiter Schritt nötig",
      body: "Diese App verwendet keinen zweiten Schritt. Melden Sie sich noch einmal an."
    },
    dead: {
      title: "Das Einrichten ist beendet",
      body: "Der zweite Schritt ist schon eingerichtet, es hat länger als fünf Minuten gedauert, oder es wurden zu viele falsche Codes eingegeben. Melden Sie sich noch einmal an."
    }
  },
  recovery: {
    title: "Bewahren Sie diese Wiederherstellungs\u00adcodes auf",
    body: "Wenn Sie Ihr Telefon nicht zur Hand haben, ersetzt jeder dieser Codes einmal den zweiten Schritt. Sie werden nur jetzt angezeigt.",
    submit: "Ich habe sie aufbewahrt"
  },
  done: {
    signed_in: {
      title: "Ihre Anmeldung funktioniert",
      body: "Mit Ihrem Konto ist alles in Ordnung. In der App selbst melden Sie sich noch einmal an."
    },
    verified: { title: "Ihre Adresse ist bestätigt", body: "Ihr Konto ist bereit." },
    reset: {
      title: "Ihr Passwort ist geändert",
      body: "Sie wurden überall abgemeldet. Melden Sie sich ab jetzt mit dem neuen Passwort an."
    },
    joined: { title: "Willkommen", body: "Ihr Konto ist bereit." },
    password_lost: {
      title: "Ihr Passwort gilt nicht mehr",
      body: "Mit Ihrem Konto ist alles in Ordnung, und mit Codes können Sie sich anmelden. Das Passwort wurde aber gewählt, bevor diese Adresse bestätigt war: Jemand anderes könnte es gewählt haben. Legen Sie ein neues fest, oder bleiben Sie bei Codes."
    },
    setPassword: "Neues Passwort festlegen",
    plain: { title: "Fertig", body: "Hier ist nichts mehr zu tun." },
    toApp: (app) => `Weiter zu ${app}`,
    close: "Sie können diesen Tab schließen und sich in der App anmelden."
  },
  unknownApp: {
    title: "Diese Seite gibt es nicht",
    body: "Unter dieser Adresse gibt es keine App. Prüfen Sie den Link, den Sie erhalten haben."
  },
  unknownPage: {
    title: "Diese Seite gibt es nicht",
    body: "Unter dieser Adresse ist nichts zu finden. Ein Link aus einer E-Mail wurde vielleicht abgeschnitten: Kopieren Sie ihn ganz. Waren Sie gerade bei der Anmeldung, beginnen Sie noch einmal."
  },
  expired: {
    title: "Diese Seite ist abgelaufen",
    body: "Sie war zehn Minuten lang zu sehen, in dem Browser, der das Formular gesendet hat. War das gerade eben, speichert dieser Browser keine Cookies: Lassen Sie sie für diese Website zu. Beginnen Sie dann noch einmal."
  },
  unread: { title: "Das hat nicht geklappt", body: "Gehen Sie im Browser zurück und versuchen Sie es noch einmal." },
  notOffered: {
    signIn: {
      title: "Hier ist keine Anmeldung möglich",
      body: "Diese App bietet auf dieser Seite keine Anmeldung an. Wenden Sie sich an die Betreiber der App."
    },
    password: { title: "Hier gibt es keine Passwörter", body: "Diese App verwendet keine Passwörter." },
    signUp: {
      title: "Hier ist keine Registrierung möglich",
      body: "Diese App nimmt nur eingeladene Personen auf. Bitten Sie die Betreiber der App um eine Einladung."
    },
    method: { title: "Hier nicht möglich", body: "Diese App bietet diese Art der Anmeldung nicht an." }
  },
  refusals: {
    domain:
      "Diese App nimmt keine Adressen dieser Domain auf. Verwenden Sie eine andere Adresse, oder wenden Sie sich an die Betreiber der App.",
    taken: "Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich damit an.",
    full: "Diese App kann gerade keine neuen Konten aufnehmen. Wenden Sie sich an die Betreiber der App.",
    gone: "Dieser Code ist nicht mehr gültig. Fordern Sie einen neuen an."
  }
}
