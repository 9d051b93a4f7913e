import type { ReplyIntent, Template } from '@usher/contracts'

type Locale = Template['locale']

/** Comma-separated phrases for each intent; case, accents, width and punctuation do not matter. */
type Keywords = Readonly<Record<ReplyIntent, string>>

/**
 * What guests write, by language. The English words for stop and start are those of the CTIA ("Messaging Principles
 * and Best Practices", 2023, §5.1.3), the FCC (47 CFR §64.1200(a)(10)) and Twilio ("Support for Opt-out Keywords"),
 * except "cancel": here it gives up the place in line. A word means the same in all languages; if it had two
 * meanings, stopping wins (Portuguese "sair", Dutch "afmelden").
 */
export const KEYWORDS: Readonly<Record<Locale, Keywords>> = {
  en: {
    stop:
      'stop, stopall, stop all, unsubscribe, unsubscribe me, end, quit, revoke, optout, opt out, stop texting, ' +
      'stop texting me, no more messages, no more texts, remove my number',
    start: 'start, unstop, subscribe, resume, opt in, optin',
    help: 'help, info',
    cancel:
      'cancel, cancel my place, cancelled, leave, leave the line, remove me, not coming, i am not coming, im not coming, ' +
      "i'm not coming, we are not coming, cant come, can't come, i cant come, i can't come",
    here: "here, i am here, im here, i'm here, we are here, we're here, arrived, i have arrived, present",
    late:
      'late, running late, i am late, im late, i am running late, im running late, delay, delayed, late by, i will be late, ' +
      "i'm late, i'm running late, more time, need more time, later",
    confirm:
      "yes, y, yep, yeah, ok, okay, confirm, confirmed, coming, i am coming, im coming, i'm coming, on my way, omw",
  },
  es: {
    stop: 'parar, baja, alto, detener, darme de baja, dar de baja, no mas, no más mensajes, cancelar suscripción',
    start: 'alta, iniciar, empezar, reanudar',
    help: 'ayuda',
    cancel: 'cancelar, cancela, anular, salir, no voy, no vamos, no puedo ir',
    here: 'aquí, estoy aquí, estamos aquí, ya llegué, llegué, he llegado, hemos llegado',
    late: 'tarde, llego tarde, llegamos tarde, voy tarde, retraso, con retraso, demora',
    confirm: 'sí, confirmar, confirmo, confirmado, voy, vamos, vale, en camino',
  },
  fr: {
    stop: 'arrêt, arrête, arrêter, se désabonner, désabonner, désabonnez-moi, désinscrire, plus de messages',
    start: 'démarrer, reprendre, commencer',
    help: 'aide',
    cancel: 'annuler, annule, annulez, quitter, je ne viens pas, nous ne venons pas, je ne peux pas venir',
    here: 'ici, je suis là, nous sommes là, je suis ici, arrivé, arrivée, arrivés, je suis arrivé, je suis arrivée, présent',
    late: "retard, en retard, je suis en retard, nous sommes en retard, j'aurai du retard, j'ai du retard",
    confirm: "oui, confirmer, confirme, je confirme, j'arrive, nous arrivons, d'accord, en route",
  },
  de: {
    stop: 'stopp, abmelden, abbestellen, austragen, keine Nachrichten, keine Nachrichten mehr',
    start: 'starten, anmelden, fortsetzen',
    help: 'Hilfe',
    cancel: 'absagen, stornieren, verlassen, abbrechen, ich komme nicht, wir kommen nicht, komme nicht',
    here: 'hier, da, bin da, ich bin da, wir sind da, ich bin hier, bin hier, wir sind hier, angekommen',
    late:
      'spät, später, zu spät, verspätet, Verspätung, ich komme später, komme später, ich verspäte mich, ' +
      'ich komme zu spät, wir kommen später, dauert noch',
    confirm: 'ja, bestätigen, bestätigt, bestätige, ich komme, wir kommen, komme, unterwegs, bin unterwegs',
  },
  it: {
    stop: 'ferma, basta, disiscrivi, disiscrivimi, disiscriviti, cancella iscrizione, niente messaggi',
    start: 'avvia, inizia, riprendi',
    help: 'aiuto',
    cancel: 'annulla, annullare, disdici, disdire, esci, non vengo, non veniamo, non posso venire',
    here: 'qui, sono qui, siamo qui, eccomi, arrivato, arrivata, arrivati, sono arrivato, sono arrivata',
    late: 'tardi, ritardo, in ritardo, sono in ritardo, siamo in ritardo, faccio tardi, arrivo tardi',
    confirm: 'conferma, confermo, confermato, arrivo, arriviamo, sto arrivando, va bene',
  },
  pt: {
    stop: 'pare, sair, descadastrar, remover, cancelar inscrição, não quero mensagens',
    start: 'começar, retomar',
    help: 'ajuda',
    cancel: 'desistir, desisto, não vou, não vamos, não posso ir',
    here: 'estou aqui, estamos aqui, cheguei, chegamos',
    late: 'atrasado, atrasada, atraso, estou atrasado, estou atrasada, vou atrasar, vou me atrasar, vou chegar tarde',
    confirm: 'sim, confirmado, estou indo, a caminho, estou a caminho',
  },
  nl: {
    stop: 'afmelden, uitschrijven, geen berichten, geen berichten meer',
    start: 'aanmelden, hervatten, beginnen',
    help: 'hulp',
    cancel: 'annuleren, annuleer, verlaten, ik kom niet, wij komen niet, we komen niet, kom niet',
    here: 'ik ben er, ben er, we zijn er, wij zijn er, ik ben hier, aangekomen',
    late: 'laat, te laat, vertraging, vertraagd, ik ben laat, ik ben te laat, ik kom later, we komen later, kom later',
    confirm: 'bevestigen, bevestig, bevestigd, ik kom, wij komen, we komen, onderweg, ik ben onderweg',
  },
  ja: {
    stop: '停止, 配信停止, ストップ, 解除, 配信解除, 登録解除',
    start: '開始, 再開, スタート',
    help: 'ヘルプ, 助けて',
    cancel: 'キャンセル, キャンセルします, 取り消し, 取消し, 取消, やめます, 行けません, 辞退',
    here: '着きました, 着いた, 到着, 到着しました, 来ました, ここにいます',
    late: '遅れる, 遅れます, 遅れそう, 遅れそうです, 遅れ, 遅刻, 遅刻します',
    confirm: 'はい, 確認, 確認しました, 了解, 了解です, 向かっています, 行きます',
  },
  zh: {
    stop: '退订, 退訂, 停止接收, td, t',
    start: '开始, 開始接收, 恢复, 恢復, 订阅, 訂閱',
    help: '帮助, 幫助',
    cancel: '取消排队, 取消排隊, 离开, 離開, 不来了, 不來了, 不去了',
    here: '到了, 我到了, 我们到了, 已到, 已到达, 到达, 我在这里',
    late: '晚到, 迟到, 遲到, 晚点, 晚點, 会晚到, 我会迟到, 要迟到',
    confirm: '是, 是的, 好, 好的, 确认, 確認, 来了, 马上到, 在路上',
  },
  ar: {
    stop: 'توقف, إيقاف, أوقف, قف, إلغاء الاشتراك, لا رسائل',
    start: 'ابدأ, بدء, اشتراك, اشترك',
    help: 'مساعدة',
    cancel: 'إلغاء, ألغ, ألغي, مغادرة, لن آتي, لن نأتي, لن أحضر',
    here: 'هنا, أنا هنا, نحن هنا, وصلت, وصلنا',
    late: 'متأخر, متأخرة, تأخير, سأتأخر, أنا متأخر, سنتأخر, تأخرت',
    confirm: 'نعم, تأكيد, أؤكد, قادم, أنا قادم, موافق, في الطريق',
  },
}

/** Words before or after a phrase that do not change its meaning. */
export const COURTESIES =
  'please, pls, plz, thanks, thank you, sorry, hi, hello, por favor, gracias, perdón, hola, svp, s’il vous plaît, merci, ' +
  'désolé, bonjour, bitte, danke, sorry, hallo, per favore, per piacere, grazie, scusi, ciao, obrigado, obrigada, olá, ' +
  'alstublieft, bedankt, お願いします, すみません, 谢谢, 请, من فضلك, شكرا'

/** A short text that starts with one of these asks to stop, whatever else it says. */
export const STOP_AT_THE_BEGINNING = 'stop, stopp, stopall, unsubscribe, optout, revoke'

/** Words for minutes, short and long. */
export const MINUTES =
  'm, min, mins, minute, minutes, minuto, minutos, minuti, minuten, minuut, mn, 分, 分鐘, 分钟, دقيقة, دقائق, دقيقه'
