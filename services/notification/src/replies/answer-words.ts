import type { Template } from '@usher/contracts'

/** Possible answers to a reply. */
export type AnswerKind =
  | 'stopped'
  | 'started'
  | 'help'
  | 'not_found'
  | 'which'
  | 'cancel'
  | 'here'
  | 'late'
  | 'confirm'
  | 'gone'
  | 'refused'

/** Answers by language. `{minutes}` and `{places}` are filled in. Every keyword they suggest must be understood. */
export const ANSWERS: Readonly<Record<Template['locale'], Readonly<Record<AnswerKind, string>>>> = {
  en: {
    stopped: 'You get no more messages from us. Reply START to get them again.',
    started: 'You get messages from us again. Reply STOP to end them, HELP for help.',
    help: 'Reply CANCEL to leave the line, HERE when you are here, LATE 10 for 10 minutes more, STOP for no more messages.',
    not_found: 'We do not find you in a line. Please ask our staff.',
    which: 'Which one do you mean? Reply with its number: {places}',
    cancel: 'You have left the line.',
    here: 'Thank you, we know that you are here.',
    late: 'We keep your place for {minutes} minutes.',
    confirm: 'Thank you, see you soon.',
    gone: 'That is not possible: you are not in the line any more.',
    refused: 'That is not possible now. Please ask our staff.',
  },
  es: {
    stopped: 'No recibirá más mensajes nuestros. Responda START para recibirlos de nuevo.',
    started:
      'Recibirá de nuevo nuestros mensajes. Responda STOP para no recibirlos, AYUDA para obtener ayuda.',
    help: 'Responda CANCELAR para dejar la lista, LLEGUE si ya está aquí, TARDE 10 para 10 minutos más, STOP para no recibir mensajes.',
    not_found: 'No le encontramos en ninguna lista de espera. Consulte al personal, por favor.',
    which: '¿A cuál se refiere? Responda con su número: {places}',
    cancel: 'Ha dejado la lista de espera.',
    here: 'Gracias, ya sabemos que está aquí.',
    late: 'Guardamos su lugar {minutes} minutos.',
    confirm: 'Gracias, hasta pronto.',
    gone: 'No es posible: ya no está en la lista de espera.',
    refused: 'Ahora no es posible. Consulte al personal, por favor.',
  },
  fr: {
    stopped: 'Vous ne recevrez plus nos messages. Répondez START pour les recevoir de nouveau.',
    started:
      'Vous recevez de nouveau nos messages. Répondez STOP pour les arrêter, AIDE pour obtenir de l’aide.',
    help: 'Répondez ANNULER pour quitter la file, ICI si vous êtes là, RETARD 10 pour 10 minutes de plus, STOP pour ne plus recevoir de messages.',
    not_found: 'Nous ne vous trouvons dans aucune file. Adressez-vous au personnel, s’il vous plaît.',
    which: 'Laquelle voulez-vous dire ? Répondez par son numéro : {places}',
    cancel: 'Vous avez quitté la file.',
    here: 'Merci, nous savons que vous êtes là.',
    late: 'Nous gardons votre place {minutes} minutes.',
    confirm: 'Merci, à bientôt.',
    gone: 'Ce n’est pas possible : vous n’êtes plus dans la file.',
    refused: 'Ce n’est pas possible maintenant. Adressez-vous au personnel, s’il vous plaît.',
  },
  de: {
    stopped: 'Sie bekommen keine Nachrichten mehr von uns. Antworten Sie START, um sie wieder zu bekommen.',
    started: 'Sie bekommen wieder Nachrichten von uns. Antworten Sie STOP für keine mehr, HILFE für Hilfe.',
    help: 'Antworten Sie ABSAGEN zum Verlassen der Warteliste, HIER wenn Sie da sind, SPÄTER 10 für 10 Minuten mehr, STOP für keine Nachrichten mehr.',
    not_found: 'Wir finden Sie auf keiner Warteliste. Bitte fragen Sie unser Personal.',
    which: 'Welchen Platz meinen Sie? Antworten Sie mit der Nummer: {places}',
    cancel: 'Sie haben die Warteliste verlassen.',
    here: 'Danke, wir wissen, dass Sie da sind.',
    late: 'Wir halten Ihren Platz {minutes} Minuten frei.',
    confirm: 'Danke, bis gleich.',
    gone: 'Das geht nicht: Sie stehen nicht mehr auf der Warteliste.',
    refused: 'Das geht gerade nicht. Bitte fragen Sie unser Personal.',
  },
  it: {
    stopped: 'Non riceverà più i nostri messaggi. Risponda START per riceverli di nuovo.',
    started:
      'Riceve di nuovo i nostri messaggi. Risponda STOP per non riceverli più, AIUTO per ricevere aiuto.',
    help: 'Risponda ANNULLA per lasciare la fila, QUI se è arrivato, RITARDO 10 per altri 10 minuti, STOP per non ricevere più messaggi.',
    not_found: 'Non la troviamo in nessuna fila. Si rivolga al personale, per favore.',
    which: 'Quale intende? Risponda con il numero: {places}',
    cancel: 'Ha lasciato la fila.',
    here: 'Grazie, sappiamo che è qui.',
    late: 'Teniamo il suo posto per {minutes} minuti.',
    confirm: 'Grazie, a presto.',
    gone: 'Non è possibile: non è più in fila.',
    refused: 'Ora non è possibile. Si rivolga al personale, per favore.',
  },
  pt: {
    stopped: 'Não receberá mais mensagens nossas. Responda START para as receber de novo.',
    started: 'Recebe de novo as nossas mensagens. Responda STOP para não as receber, AJUDA para obter ajuda.',
    help: 'Responda DESISTIR para sair da fila, CHEGUEI se já está aqui, ATRASO 10 para mais 10 minutos, STOP para não receber mensagens.',
    not_found: 'Não encontramos o seu lugar em nenhuma fila. Fale com a nossa equipa, por favor.',
    which: 'A qual se refere? Responda com o número: {places}',
    cancel: 'Saiu da fila.',
    here: 'Obrigado, já sabemos que está aqui.',
    late: 'Guardamos o seu lugar {minutes} minutos.',
    confirm: 'Obrigado, até já.',
    gone: 'Não é possível: já não está na fila.',
    refused: 'Agora não é possível. Fale com a nossa equipa, por favor.',
  },
  nl: {
    stopped: 'U krijgt geen berichten meer van ons. Antwoord START om ze weer te krijgen.',
    started: 'U krijgt weer berichten van ons. Antwoord STOP voor geen berichten meer, HULP voor hulp.',
    help: 'Antwoord ANNULEREN om de rij te verlaten, IK BEN ER als u er bent, LATER 10 voor 10 minuten extra, STOP voor geen berichten meer.',
    not_found: 'We vinden u niet in een wachtrij. Vraag het onze medewerkers.',
    which: 'Welke bedoelt u? Antwoord met het nummer: {places}',
    cancel: 'U hebt de wachtrij verlaten.',
    here: 'Dank u, we weten dat u er bent.',
    late: 'We houden uw plaats {minutes} minuten vrij.',
    confirm: 'Dank u, tot zo.',
    gone: 'Dat kan niet: u staat niet meer in de wachtrij.',
    refused: 'Dat kan nu niet. Vraag het onze medewerkers.',
  },
  ja: {
    stopped: '今後メッセージは届きません。再開するにはSTARTと返信してください。',
    started: 'メッセージの配信を再開しました。停止するにはSTOP、ヘルプはHELPと返信してください。',
    help: '「キャンセル」で順番待ちを取り消し、「到着」でお知らせ、「遅れます 10」で10分お待ちします。配信停止はSTOPと返信してください。',
    not_found: '順番待ちが見つかりませんでした。スタッフにお尋ねください。',
    which: 'どの順番待ちですか。番号で返信してください：{places}',
    cancel: '順番待ちを取り消しました。',
    here: 'ありがとうございます。ご到着を確認しました。',
    late: '{minutes}分間お席の順番をお取りしておきます。',
    confirm: 'ありがとうございます。お待ちしております。',
    gone: 'できませんでした。すでに順番待ちに入っていません。',
    refused: '今はできません。スタッフにお尋ねください。',
  },
  zh: {
    stopped: '您将不再收到我们的短信。如需恢复，请回复START。',
    started: '您将重新收到我们的短信。退订请回复STOP，帮助请回复HELP。',
    help: '回复“取消”离开队伍，“到了”告知您已到达，“晚到 10”保留位置10分钟，STOP退订短信。',
    not_found: '我们没有在队伍中找到您。请咨询工作人员。',
    which: '您指的是哪一个？请回复编号：{places}',
    cancel: '您已离开队伍。',
    here: '谢谢，我们已知道您到了。',
    late: '我们为您保留位置{minutes}分钟。',
    confirm: '谢谢，稍后见。',
    gone: '无法办理：您已不在队伍中。',
    refused: '现在无法办理。请咨询工作人员。',
  },
  ar: {
    stopped: 'لن تصلك رسائل منا بعد الآن. أرسل START لاستلامها من جديد.',
    started: 'ستصلك رسائلنا من جديد. أرسل STOP لإيقافها أو HELP للمساعدة.',
    help: 'أرسل «إلغاء» لمغادرة الطابور، «وصلت» عند وصولك، «متأخر 10» لعشر دقائق إضافية، STOP لإيقاف الرسائل.',
    not_found: 'لم نجدك في أي طابور. يرجى سؤال موظفينا.',
    which: 'أي دور تقصد؟ أرسل رقمه: {places}',
    cancel: 'لقد غادرت الطابور.',
    here: 'شكرا، علمنا بوصولك.',
    late: 'سنحتفظ بدورك لمدة {minutes} دقيقة.',
    confirm: 'شكرا، نراك قريبا.',
    gone: 'غير ممكن: لم تعد في الطابور.',
    refused: 'غير ممكن الآن. يرجى سؤال موظفينا.',
  },
}

/** Values for placeholders. */
export interface AnswerValues {
  readonly minutes?: number | null
  readonly places?: string
}

/** An answer in a language, English by default. */
export const answerText = (
  kind: AnswerKind,
  locale: Template['locale'] | null,
  { minutes = null, places = '' }: AnswerValues = {},
): string =>
  // Functions, as names may contain replacement patterns.
  ANSWERS[locale ?? 'en'][kind].replace('{minutes}', () => String(minutes)).replace('{places}', () => places)
