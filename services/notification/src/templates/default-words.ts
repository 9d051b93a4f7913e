import type { Template, TemplateKind } from '@usher/contracts'

type Words = Pick<Template, 'name' | 'subject' | 'text'>

type Kinds = Readonly<Record<Exclude<TemplateKind, 'custom'>, Words>>

const PLACE = '{% if status_url %} {{ status_url }}{% endif %}'

/** A part that is said only where a variable has a value. */
const where = (variable: string, said: string) => `{% if ${variable} %}${said}{% endif %}`

/**
 * What is said where an organisation has no words of its own. The European ones do
 * without letters that GSM-7 lacks, which would make segments half as long. The Arabic ones begin with an Arabic word, since
 * phones take the direction of a text from its first letter.
 */
export const DEFAULT_WORDS: Readonly<Record<Template['locale'], Kinds>> = {
  en: {
    added: {
      name: 'Added to the queue',
      subject: `You are in line${where('queue_name', ' at {{ queue_name }}')}`,
      text:
        `Hi {{ guest_name }}, you are in line${where('queue_name', ' at {{ queue_name }}')}` +
        `${where('position', ', number {{ position }}')}.${where('status_url', ' Your place: {{ status_url }}')}`,
    },
    ready: {
      name: 'Ready',
      subject: `It is your turn${where('queue_name', ' at {{ queue_name }}')}`,
      text: `{{ guest_name }}, it is your turn${where('queue_name', ' at {{ queue_name }}')}. Please come now.`,
    },
  },
  es: {
    added: {
      name: 'En la lista de espera',
      subject: `Su lugar en la lista de espera${where('queue_name', ' de {{ queue_name }}')}`,
      text:
        `Hola {{ guest_name }}, su nombre figura en la lista de espera${where('queue_name', ' de {{ queue_name }}')}` +
        `${where('position', ', puesto {{ position }}')}.${where('status_url', ' Su lugar: {{ status_url }}')}`,
    },
    ready: {
      name: 'Es su turno',
      subject: `Es su turno${where('queue_name', ' en {{ queue_name }}')}`,
      text: `{{ guest_name }}, es su turno${where('queue_name', ' en {{ queue_name }}')}. Venga ahora, por favor.`,
    },
  },
  fr: {
    added: {
      name: "Dans la file d'attente",
      subject: `Votre place dans la file d'attente${where('queue_name', ' : {{ queue_name }}')}`,
      text:
        `Bonjour {{ guest_name }}, vous attendez dans la file${where('queue_name', ' {{ queue_name }}')}` +
        `${where('position', ', numéro {{ position }}')}.${where('status_url', ' Votre place : {{ status_url }}')}`,
    },
    ready: {
      name: "C'est votre tour",
      subject: `C'est votre tour${where('queue_name', ' : {{ queue_name }}')}`,
      text: `{{ guest_name }}, c'est votre tour${where('queue_name', ' ({{ queue_name }})')}. Merci de venir maintenant.`,
    },
  },
  de: {
    added: {
      name: 'Auf der Warteliste',
      subject: `Ihr Platz auf der Warteliste${where('queue_name', ' von {{ queue_name }}')}`,
      text:
        `Guten Tag {{ guest_name }}, Sie stehen auf der Warteliste${where('queue_name', ' von {{ queue_name }}')}` +
        `${where('position', ', Platz {{ position }}')}.${where('status_url', ' Ihr Platz: {{ status_url }}')}`,
    },
    ready: {
      name: 'Sie sind an der Reihe',
      subject: `Sie sind an der Reihe${where('queue_name', ': {{ queue_name }}')}`,
      text: `{{ guest_name }}, Sie sind an der Reihe${where('queue_name', ' ({{ queue_name }})')}. Bitte kommen Sie jetzt.`,
    },
  },
  it: {
    added: {
      name: "In lista d'attesa",
      subject: `Il suo posto in lista d'attesa${where('queue_name', ': {{ queue_name }}')}`,
      text:
        `Buongiorno {{ guest_name }}, il suo nome è in lista d'attesa${where('queue_name', ' ({{ queue_name }})')}` +
        `${where('position', ', numero {{ position }}')}.${where('status_url', ' Il suo posto: {{ status_url }}')}`,
    },
    ready: {
      name: 'È il suo turno',
      subject: `È il suo turno${where('queue_name', ': {{ queue_name }}')}`,
      text: `{{ guest_name }}, è il suo turno${where('queue_name', ' ({{ queue_name }})')}. Venga adesso, per favore.`,
    },
  },
  pt: {
    added: {
      name: 'Na fila de espera',
      subject: `O seu lugar na fila${where('queue_name', ' de {{ queue_name }}')}`,
      text:
        `{{ guest_name }}, recebemos o seu nome para a fila${where('queue_name', ' de {{ queue_name }}')}` +
        `${where('position', ', lugar {{ position }}')}.${where('status_url', ' O seu lugar: {{ status_url }}')}`,
    },
    ready: {
      name: 'Chegou a sua vez',
      subject: `Chegou a sua vez${where('queue_name', ' em {{ queue_name }}')}`,
      text: `{{ guest_name }}, chegou a sua vez${where('queue_name', ' em {{ queue_name }}')}. Venha agora, por favor.`,
    },
  },
  nl: {
    added: {
      name: 'In de wachtrij',
      subject: `Uw plaats in de wachtrij${where('queue_name', ' van {{ queue_name }}')}`,
      text:
        `Hallo {{ guest_name }}, u staat in de wachtrij${where('queue_name', ' van {{ queue_name }}')}` +
        `${where('position', ', nummer {{ position }}')}.${where('status_url', ' Uw plaats: {{ status_url }}')}`,
    },
    ready: {
      name: 'U bent aan de beurt',
      subject: `U bent aan de beurt${where('queue_name', ' bij {{ queue_name }}')}`,
      text: `{{ guest_name }}, u bent aan de beurt${where('queue_name', ' bij {{ queue_name }}')}. Kom nu alstublieft.`,
    },
  },
  ja: {
    added: {
      name: '順番待ちの受付',
      subject: `${where('queue_name', '{{ queue_name }}：')}順番待ちを受け付けました`,
      text:
        `{{ guest_name }}様、${where('queue_name', '{{ queue_name }}の')}順番待ちを受け付けました` +
        `${where('position', '（{{ position }}番目）')}。${PLACE}`,
    },
    ready: {
      name: 'ご案内',
      subject: `${where('queue_name', '{{ queue_name }}：')}順番になりました`,
      text: `{{ guest_name }}様、${where('queue_name', '{{ queue_name }}の')}順番になりました。今すぐお越しください。`,
    },
  },
  zh: {
    added: {
      name: '已加入排队',
      subject: `${where('queue_name', '{{ queue_name }}：')}您已加入排队`,
      text:
        `{{ guest_name }}，您好！您已加入${where('queue_name', '{{ queue_name }}的')}排队` +
        `${where('position', '，目前排第{{ position }}位')}。${PLACE}`,
    },
    ready: {
      name: '轮到您了',
      subject: `${where('queue_name', '{{ queue_name }}：')}轮到您了`,
      text: `{{ guest_name }}，${where('queue_name', '{{ queue_name }}：')}轮到您了，请现在过来。`,
    },
  },
  ar: {
    added: {
      name: 'تمت الإضافة إلى قائمة الانتظار',
      subject: `دورك في قائمة الانتظار${where('queue_name', ': {{ queue_name }}')}`,
      text:
        `مرحبًا {{ guest_name }}، اسمك في قائمة الانتظار${where('queue_name', ' لدى {{ queue_name }}')}` +
        `${where('position', '، الرقم {{ position }}')}.${where('status_url', ' مكانك: {{ status_url }}')}`,
    },
    ready: {
      name: 'حان دورك',
      subject: `حان دورك${where('queue_name', ' لدى {{ queue_name }}')}`,
      text: `حان دورك يا {{ guest_name }}${where('queue_name', ' لدى {{ queue_name }}')}. تفضل بالحضور الآن.`,
    },
  },
}
