import type { Assumption } from './chart';

type Words = Readonly<Record<Assumption, string>>;

/** What the defaults of the charts assume, in both languages; it becomes the note of the account. */
export const assumptions: { readonly en: Words; readonly fi: Words } = {
  en: {
    sales: 'All sales at this rate in one account. A department with an account of its own goes first.',
    untaxed: 'Sales without VAT are not told apart by reason.',
    vat: 'VAT has an account for each rate, booked apart from the net sales.',
    cash: 'The cash of all drawers in one account.',
    card: 'The money comes later from the card company: a receivable, cleared by its statement.',
    lunch: 'Claimed from whoever issued them: a receivable.',
    invoice: 'Booked as one sum; the single invoices are in another program.',
    gift_card: 'Cards for goods of any rate: a debt when sold, VAT when they pay for something.',
    deposit: 'Deposits given back lower the same debt that taking them made.',
    tip: 'Tips belong to the staff: a debt until they are paid out.',
    rounding: 'What cash payments are rounded by, in both directions.',
    counted: 'What a counted drawer has too much or too little, without VAT.',
    cleared: 'Cleared by hand, by the slips in the drawer. Add an account for a reason that comes often.',
    bank: 'The reason is what the till writes for a bank deposit: put yours.',
    safe: 'The reason is what the till writes for a drop into the safe: put yours.',
    fee: 'Fees by the per cent of the tender, on the day. Deactivate it if you book them by the statement.',
    difference: 'A day that adds up never uses it.',
    automatic: 'Takes VAT out by itself: code 40 stops that, since VAT is booked apart.',
    sub_account: 'A sub-account of the standard one: the standard has one number for all rates.',
  },
  fi: {
    sales: 'Koko kannan myynti yhdellä tilillä. Osaston oma tili menee edelle.',
    untaxed: 'Veroton myynti syystä riippumatta yhdellä tilillä.',
    vat: 'Joka verokannalla on oma tilinsä, erillään verottomasta myynnistä.',
    cash: 'Kaikkien kassojen käteinen yhdellä tilillä.',
    card: 'Rahat tulevat myöhemmin korttiyhtiöltä: saaminen, jonka tilitys kuittaa.',
    lunch: 'Laskutetaan setelien antajalta: saaminen.',
    invoice: 'Yhtenä summana; yksittäiset laskut ovat toisessa ohjelmassa.',
    gift_card: 'Kortti käy minkä tahansa kannan ostoihin: myytäessä velka, vero vasta käytettäessä.',
    deposit: 'Palautetut pantit pienentävät samaa velkaa, jonka pantin ottaminen toi.',
    tip: 'Juomarahat kuuluvat henkilöstölle: velka, kunnes ne maksetaan.',
    rounding: 'Käteismaksujen pyöristykset kumpaankin suuntaan.',
    counted: 'Lasketun kassan ylijäämä tai alijäämä, ilman veroa.',
    cleared: 'Selvitetään käsin kassan tositteista. Lisää tili syylle, joka toistuu.',
    bank: 'Syy on se, jonka kassa kirjoittaa pankkitilityksestä: vaihda omasi.',
    safe: 'Syy on se, jonka kassa kirjoittaa siirrosta kassakaappiin: vaihda omasi.',
    fee: 'Palkkiot maksutavan prosentin mukaan samana päivänä. Poista käytöstä, jos kirjaat ne tilityksestä.',
    difference: 'Täsmäävä päivä ei käytä tätä koskaan.',
    automatic: 'Erottaa veron itse: koodi 40 estää sen, koska vero kirjataan erikseen.',
    sub_account: 'Vakiotilin alatili: vakiossa on yksi numero kaikille kannoille.',
  },
};
