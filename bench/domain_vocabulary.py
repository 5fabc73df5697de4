# ruff: noqa: E501 - a table: one attribute a line
"""What query interfaces ask for, by domain: attributes, each with words for it.

Of each attribute the words at even places are one half and those at odd places the
other, so that a model can be trained on interfaces which share no label with those that
it is asked about. ``type: word | word | ...``; ``=`` gives the options of a list.
"""

from __future__ import annotations

# fmt: off
ATTRIBUTES: dict[str, str] = {
    "airfare": """
        text: Departure city | Leaving from | From airport | Flying from | Origin | Depart from
        text: Destination | Going to | To airport | Flying to | Arrival city | Arrive at
        date: Departure date | Leave on | Outbound | Departing | Depart date | Date of flight
        date: Return date | Coming back on | Inbound | Returning | Return flight | Back on
        list: Passengers | Travellers | Adults | Number of travelers | Flyers | Seats =1,2,3,4,5
        list: Cabin class | Class of service | Travel class | Fare class | Cabin | Ticket class =Economy,Premium economy,Business,First
        radio: Trip type | Journey | Round trip or one way | Itinerary | Ticket type | Route =Round trip,One way,Multi-city
        list: Airline | Preferred carrier | Airlines | Carrier | Airline preference | Flight operator =Any airline,Lufthansa,KLM,Delta,Iberia
        check: Nonstop only | Direct flights | Non-stop flights | Flexible dates | Avoid layovers | Nearby airports
        de: Abflughafen; Zielflughafen; Hinflug; Rückflug; Reisende; Fluggesellschaft
        fr: Aéroport de départ; Aéroport d'arrivée; Date aller; Date retour; Passagers; Compagnie aérienne
        es: Aeropuerto de salida; Destino; Fecha de ida; Fecha de vuelta; Pasajeros; Aerolínea
        it: Aeroporto di partenza; Destinazione; Andata; Ritorno; Passeggeri; Voli diretti
        pt: Aeroporto de origem; Destino; Data de ida; Volta; Passageiros; Companhia aérea
        ru: Откуда; Куда; Дата вылета; Дата возвращения; Пассажиры; Авиакомпания
        zh: 出发机场; 到达城市; 出发日期; 返程日期; 乘客; 航空公司""",
    "book": """
        text: Author | Written by | Author name | Writer | Author's last name | By author
        text: Title | Book title | Title of book | Book name | Title words | Name of book
        text: ISBN | ISBN number | ISBN-13 | ISBN code | ISBN-10 | Search by ISBN
        text: Publisher | Publishing house | Published by | Imprint | Press | Name of publisher
        text: Keyword | Keywords | Words in book | Subject keyword | Any words | Full text
        list: Format | Binding | Edition | Book format | Cover | Type of book =Any format,Hardcover,Paperback,Audio book,E-book
        list: Subject | Category | Genre | Section | Topic | Browse category =All subjects,Fiction,History,Science fiction,Children,Poetry
        list: Condition | Used or new | Book condition | New or used | Copies | Quality =Any,New,Used,Collectible
        text: Publication year | Year published | Published after | Year of edition | Publication date | Printed in
        de: Autor; Buchtitel; Verlag; ISBN; Erscheinungsjahr; Taschenbuch
        fr: Auteur; Titre du livre; Éditeur; ISBN; Année de parution; Collection
        es: Autor; Título del libro; Editorial; ISBN; Materia; Año de edición
        it: Autore; Titolo del libro; Editore; ISBN; Collana; Anno
        pt: Autor; Título do livro; Editora; ISBN; Assunto; Livros usados
        ru: Автор; Название книги; Издательство; ISBN; Год издания; Жанр
        zh: 作者; 书名; 出版社; ISBN; 图书分类; 出版年""",
    "job": """
        text: Job title | Position | Job keywords | Role | Occupation | Job name
        text: Skills | Keywords or company | Qualification | What kind of work | Expertise | Profession
        text: Location | City or state | Where | Work location | Town or postcode | Job location
        list: Category | Job category | Industry | Field of work | Function | Sector =All categories,Engineering,Sales,Nursing,Education,Accounting
        list: Job type | Employment type | Contract type | Type of position | Working hours | Position type =Full-time,Part-time,Contract,Internship,Temporary
        list: Salary | Minimum salary | Salary range | Pay | Annual salary | Wage =Any,20000+,40000+,60000+
        text: Company | Employer | Company name | Hiring company | Organisation | Recruiter
        list: Experience | Years of experience | Experience level | Career level | Seniority | Education level =Entry level,Junior,Mid,Senior,Executive
        list: Date posted | Posted within | Jobs posted since | Job age | Posted | Newest jobs =Last 24 hours,Last 7 days,Last 30 days
        de: Stellenbezeichnung; Arbeitsort; Branche; Berufsfeld; Vollzeit; Arbeitgeber
        fr: Intitulé du poste; Lieu de travail; Métier; Type de contrat; Salaire; Entreprise
        es: Puesto de trabajo; Provincia; Categoría profesional; Jornada; Salario; Empresa
        it: Offerte di lavoro; Professione; Contratto; Sede di lavoro; Azienda; Settore
        pt: Cargo; Vaga de emprego; Área profissional; Cidade; Salário; Empresa
        ru: Должность; Вакансия; Зарплата от; Опыт работы; Город; Компания
        zh: 职位; 工作地点; 行业; 薪资; 工作经验; 公司""",
    "car": """
        list: Make | Brand | Manufacturer | Car make | Marque | Vehicle make =Any make,Audi,BMW,Ford,Honda,Toyota,Volkswagen
        list: Model | Car model | Vehicle model | Any model | Model name | Series =All models,Civic,Corolla,Focus,Golf
        list: Year from | Year | Model year | Registered from | Min year | First registration =2005,2010,2015,2020
        list: Price to | Max price | Price range | Up to price | Budget | Price up to =5000,10000,20000
        text: Mileage | Maximum mileage | Miles up to | Odometer | Kilometres | Max km
        list: Fuel | Fuel type | Engine | Petrol or diesel | Engine type | Power =Petrol,Diesel,Electric,Hybrid
        list: Transmission | Gearbox | Gears | Transmission type | Drive | Shift =Automatic,Manual
        list: Body type | Vehicle type | Body style | Car type | Type of car | Class of car =Sedan,SUV,Hatchback,Coupe,Convertible,Van
        text: Pick-up location | Pickup city | Rent a car in | Pick up at | Rental location | Collect car at
        date: Pick-up date | Rental start | Drop-off date | Car return | Hire from | Hire until
        de: Marke; Modell; Erstzulassung ab; Kilometerstand; Kraftstoff; Getriebe
        fr: Marque; Modèle; Kilométrage; Carburant; Boîte de vitesses; Véhicule d'occasion
        es: Marca del coche; Modelo; Kilómetros; Combustible; Cambio; Coches usados
        it: Marca auto; Modello; Chilometraggio; Alimentazione; Cambio; Immatricolazione
        pt: Marca; Modelo do carro; Quilometragem; Combustível; Câmbio; Veículos usados
        ru: Марка; Модель авто; Пробег; Двигатель; Коробка передач; Год выпуска
        zh: 品牌; 车型; 里程; 燃料; 变速箱; 二手车""",
    "hotel": """
        text: Destination | City or hotel | Where are you going | Hotel name | Place to stay | Location
        date: Check-in | Check-in date | Arrival | Check in | Arrival date | First night
        date: Check-out | Check-out date | Departure | Check out | Departure date | Last night
        list: Guests | Adults | Number of guests | Persons | Occupancy | People =1,2,3,4
        list: Rooms | Number of rooms | Rooms needed | How many rooms | Room count | Room =1,2,3
        list: Children | Kids | Number of children | Child ages | Kids per room | Child =0,1,2,3
        list: Star rating | Hotel class | Stars | Hotel rating | Category of hotel | Rating =Any,2 stars,3 stars,4 stars,5 stars
        list: Nights | Length of stay | Number of nights | Stay | Duration of stay | How long =1,2,3,7
        list: Room type | Bed type | Kind of room | Accommodation type | Type of room | Property type =Single,Double,Suite,Family,Apartment
        check: Free wifi | Breakfast included | Swimming pool | Pets allowed | Parking | Air conditioning
        de: Anreise; Abreise; Zimmer; Gäste; Übernachtungen; Unterkunft
        fr: Arrivée; Départ; Chambres; Personnes; Hébergement; Nuits
        es: Fecha de entrada; Fecha de salida; Habitaciones; Huéspedes; Alojamiento; Noches
        it: Arrivo; Partenza; Camere; Ospiti; Alloggio; Notti
        pt: Entrada; Saída; Quartos; Hóspedes; Hospedagem; Noites
        ru: Заезд; Выезд; Номера; Гости; Гостиница; Ночей
        zh: 入住日期; 退房日期; 房间; 客人; 酒店名称; 晚数""",
    "film": """
        text: Movie title | Film title | Title of movie | Movie name | Film name | Name of the film
        text: Actor | Starring | Cast | Actor or actress | Actor name | With
        text: Director | Directed by | Film director | Movie director | Director name | Filmmaker
        list: Genre | Movie genre | Kind of film | Film category | Type of movie | Film genre =All genres,Comedy,Drama,Horror,Thriller,Animation,Documentary
        list: Rating | MPAA rating | Certificate | Age rating | IMDb rating | Minimum rating =Any,G,PG,PG-13,R
        list: Format | DVD or Blu-ray | Disc format | Video format | Media | Available on =DVD,Blu-ray,VHS,Streaming
        text: Year of release | Release year | Movies from | Released in | Film year | Decade
        list: Cinema | Theater | Movie theatre | Choose a cinema | Showing at | Screen =City cinema,Odeon,Multiplex,IMAX
        text: Studio | Production company | Film studio | Country of film | Plot keywords | Screenwriter
        de: Filmtitel; Schauspieler; Regisseur; Filmgenre; Kino; Erscheinungsjahr
        fr: Titre du film; Acteur; Réalisateur; Genre; Cinéma; Séance
        es: Título de la película; Actor; Director; Género; Cine; Año de estreno
        it: Titolo del film; Attore; Regista; Genere; Sala; Anno di uscita
        pt: Título do filme; Ator; Diretor; Gênero; Cinema; Elenco
        ru: Название фильма; Актёр; Режиссёр; Жанр кино; Кинотеатр; Год выхода
        zh: 电影名称; 演员; 导演; 类型; 影院; 上映年份""",
    "music": """
        text: Artist | Artist name | Band | Performer | Singer | Group or artist
        text: Album | Album title | CD title | Title of album | Record title | Name of album
        text: Song | Song title | Track title | Song name | Track | Name of song
        text: Composer | Conductor | Songwriter | Music by | Orchestra | Soloist
        text: Record label | Label | Music label | Catalogue number | Label name | UPC
        list: Genre | Music style | Style | Music genre | Kind of music | Category =All styles,Rock,Jazz,Classical,Hip hop,Blues,Country,Metal
        list: Format | Media format | Vinyl or CD | Type of release | Medium | Audio format =CD,Vinyl,LP,Cassette,MP3 download
        text: Lyrics | Words of the song | Lyric words | Text of song | Lyrics contain | Chords
        list: Decade | Released | Year of recording | Era | Release date | Year =1960s,1970s,1980s,1990s
        list: Instrument | Voice | Instrumentation | Ensemble | Mood | Tempo =Piano,Guitar,Violin,Vocal
        de: Interpret; Albumtitel; Lied; Musikrichtung; Tonträger; Komponist
        fr: Artiste; Titre de l'album; Chanson; Style de musique; Compositeur; Paroles
        es: Artista; Álbum; Canción; Género musical; Compositor; Letra
        it: Artista; Titolo album; Canzone; Genere musicale; Compositore; Testo canzone
        pt: Artista; Álbum; Música; Gênero musical; Compositor; Letra da música
        ru: Исполнитель; Альбом; Песня; Жанр музыки; Композитор; Текст песни
        zh: 歌手; 专辑; 歌曲; 音乐风格; 作曲; 歌词""",
}

OTHERS: dict[str, str] = {
    "estate": """
        list: Property type | Type of home | House or flat | Home type =House,Apartment,Land,Office
        list: Bedrooms | Min bedrooms | Beds | Number of bedrooms =1,2,3,4
        text: Area | Suburb | Neighbourhood | Postcode
        list: For sale or rent | Buy or let | Listing type | Transaction =Buy,Rent
        text: Price from | Rent per month | Lowest price | Square metres
        de: Wohnfläche; Immobilienart; Miete bis; Zimmeranzahl; Ort; Kaufpreis
        fr: Surface; Type de bien; Loyer; Pièces; Ville; Code postal
        es: Superficie; Tipo de inmueble; Alquiler; Dormitorios; Provincia; Precio
        ru: Площадь; Тип недвижимости; Район; Комнат; Аренда; Цена до""",
    "recipe": """
        text: Ingredient | With ingredients | Contains | What is in your fridge
        list: Cuisine | Kitchen | Course | Dish type =Italian,Thai,Dessert,Soup
        list: Cooking time | Ready in | Difficulty | Servings =15 min,30 min,60 min
        check: Vegetarian | Gluten free | Low fat | Kids like it""",
    "shop": """
        text: Product name | Product | Article number | SKU
        list: Department | Shop by category | Collection | Brand =Shoes,Garden,Electronics,Toys
        list: Size | Colour | Material | Pattern =S,M,L,XL
        text: Price from | Min price | Price to | Max price
        list: Sort by | Order by | Show | Results per page =Newest,Cheapest,Popularity
        check: In stock | On sale | Free shipping | New arrivals
        de: Artikelnummer; Farbe; Größe; Sortieren; Preis bis; Hersteller
        fr: Référence; Couleur; Taille; Trier par; Prix maximum; Produit
        es: Producto; Color; Talla; Ordenar por; Precio máximo; Marca de ropa
        it: Prodotto; Colore; Taglia; Ordina per; Prezzo; Negozio
        pt: Produto; Cor; Tamanho; Ordenar por; Preço; Loja
        ru: Товар; Цвет; Размер; Сортировать; Цена от; Магазин
        zh: 商品; 颜色; 尺寸; 排序; 价格; 店铺""",
    "forum": """
        text: Search posts | Posts by member | User name of poster | Find threads
        list: Forum | Board | Subforum | Search in =All boards,General,Support,Off topic
        check: Titles only | Show as posts | First posts | Has attachments
        list: Posted since | Newer than | Date of post | Sort results by =Any date,A week ago,A month ago
        de: Beiträge; Mitglied; Thema; Forum; Alle Foren
        ru: Сообщения; Поиск по автору; Тема; Искать в форумах; Ключевые слова
        fr: Messages; Pseudo; Sujet; Forum""",
    "news": """
        text: Search news | Articles about | Search the archive | Headline
        date: From date | Published since | Start date | Since
        date: To date | Until | End date | Before
        list: Section | Newspaper | Edition | Column =World,Sport,Politics,Business
        de: Nachrichten; Datum von; Datum bis; Ressort; Stichwort
        fr: Actualités; Date de début; Date de fin; Rubrique; Mot-clé
        es: Noticias; Fecha desde; Fecha hasta; Sección; Palabra clave
        pt: Notícias; Data inicial; Data final; Seção; Palavra
        ru: Новости; Дата с; Дата по; Рубрика; Слово""",
    "people": """
        text: Last name | Surname | Family name | Who
        text: First name | Given name | Forename | Initials
        text: Phone | City | Street | Department
        list: Faculty | Staff or student | Country | State =Arts,Law,Medicine
        it: Cognome; Nome; Dipartimento; Telefono
        de: Nachname; Vorname; Fakultät; Telefon
        zh: 姓名; 部门; 电话; 城市""",
    "science": """
        text: Gene | Protein | Species | Compound
        text: Sequence | Accession number | Reference | Dataset
        list: Database | Organism | Tissue | Assay =Human,Mouse,Yeast
        text: Results per page | Minimum score | p-value | Threshold""",
    "site": """
        text: Search this site | Search | Keywords | What are you looking for
        list: Search in | Type of content | Language | Where =Whole site,Documents,Images
        check: Exact phrase | All words | Any word | Include archive
        de: Suchbegriff; Volltext; Ganze Website; Dokumente
        fr: Rechercher; Mot exact; Tout le site; Documents
        es: Buscar; Palabras; Todo el sitio; Documentos
        it: Chiave di ricerca; Tutto il sito; Documenti; Parole
        pt: Pesquisar; Palavras; Todo o site; Documentos
        ru: Поиск; Фраза; Весь сайт; Документы
        zh: 关键词; 全站; 文档; 标题""",
    "company": """
        text: Business name | Company directory | Trade | Products and services
        text: Near | Zip code | Distance | Address
        list: Store type | Branch | Dealer locator | Opening hours =Any,Open now,24 hours
        de: Firma; Ort oder PLZ; Umkreis; Branchenbuch
        zh: 公司名称; 地区; 电话; 行业分类
        ru: Организация; Адрес; Город; Услуги""",
    "event": """
        text: Event | What's on | Event name | Venue
        date: When | On date | Event date | This weekend
        list: Type of event | Audience | Organiser | Region =Exhibition,Workshop,Market,Festival""",
    "sport": """
        text: Team | Club | Player | Match
        list: League | Season | Competition | Tournament =2014/15,2015/16
        list: Country | Sport | Discipline | Age group =Football,Tennis,Chess""",
    "health": """
        text: Symptom | Disease | Condition | Drug name
        text: Doctor | Find a physician | Clinic | Speciality
        list: Insurance | Health plan | Body part | Treatment =Any,Public,Private""",
}

SHARED = """
    text: Keyword | Keywords | Any word | Search terms
    list: Sort by | Order results by | Sort order | Show first =Relevance,Price,Date
    list: Results per page | Show | Items per page | Per page =10,25,50
    text: Price from | Min price | From | Lowest price
    text: Price to | Max price | To | Highest price
    list: Country | Region | Language | Area =Germany,France,Spain
"""

SITES: dict[str, str] = {
    "airfare": "Cheap flights | Airline tickets | Flight finder | Air travel deals | Book a flight | Airfares | Billigflüge | Vols pas chers | Vuelos baratos | Авиабилеты",
    "book": "Online bookstore | Used books | Book search | Rare and antiquarian books | Library of books | Bookshop | Buchhandlung | Librairie | Librería | Книжный магазин",
    "job": "Job board | Find a job | Careers | Vacancies | Job search | Employment | Stellenangebote | Offres d'emploi | Ofertas de trabajo | Вакансии",
    "car": "Used cars | Car rental | Auto market | Cars for sale | Rent a car | New cars | Gebrauchtwagen | Voitures d'occasion | Coches de segunda mano | Автомобили",
    "hotel": "Hotel reservations | Hotels and hostels | Book a room | Places to stay | Accommodation | Hotel deals | Unterkünfte | Réservation d'hôtel | Hoteles | Отели и гостиницы",
    "film": "Movie database | Film archive | Movies | DVD and Blu-ray movies | Cinema guide | Film search | Filmdatenbank | Films et séries | Películas | Фильмы",
    "music": "CD shop | Music store | Song lyrics | Records and vinyl | Music database | Find music | Musikhandel | Paroles de chansons | Tienda de música | Музыка",
    "estate": "Homes for sale | Real estate | Property search | Houses and flats | Immobilien | Недвижимость | Inmuebles",
    "recipe": "Recipes | Cook book online | What to cook | Kitchen stories",
    "shop": "Online shop | Garden and home | Fashion store | Electronics outlet | Интернет магазин | Онлайн шоп | Tienda online | Boutique en ligne | 网上商店",
    "forum": "Community forum | Message board | Discussions | Support forum | Форум | Foro | Forum der Freunde",
    "news": "Daily news | The Chronicle | News archive | Press | Nachrichten | Actualités | Noticias | Новости | 新闻",
    "people": "University directory | Phone book | Find people | Staff list | Elenco telefonico | Telefonbuch",
    "science": "Genome browser | Research data | Chemical database | Species catalogue",
    "site": "Welcome | Department of Water | Our company | Software | Startseite | Accueil | Inicio | Главная | Università | Universidade | 首页",
    "company": "Business directory | Yellow pages | Store finder | Dealers | Branchenbuch | Páginas amarillas | Справочник",
    "event": "Events calendar | What's on in town | City agenda | Fairs",
    "sport": "Football results | Sports statistics | Chess games | League tables",
    "health": "Find a doctor | Health A to Z | Medicines | Clinic",
}

NOUNS: dict[str, str] = {
    "airfare": "flights | cheap flights | airline tickets | air tickets | plane tickets | airfares | Flüge | vols | vuelos | voli | билеты на самолёт | 机票 | vé máy bay",
    "book": "books | a book | used books | ebooks | novels | authors and titles | Bücher | livres | libros | libri | книги | 图书 | sách | knihy | książki",
    "job": "jobs | a job | vacancies | careers | job offers | work near you | Stellen | emplois | trabajo | lavoro | работу | 职位 | việc làm | praca",
    "car": "cars | used cars | a car | vehicles | car hire | make or model | Autos | voitures | coches | automobili | машины | 汽车 | xe | vozila",
    "hotel": "hotels | a hotel | rooms | places to stay | accommodation | hostels | Unterkünfte | chambres d'hôtel | hoteles | alberghi | гостиницы | 酒店 | khách sạn",
    "film": "movies | a movie | films | TV series and films | cinema | actors and movies | Filme | films et séries | películas | фильмы | 电影 | phim | kino",
    "music": "music | songs | a song | artists and albums | lyrics | records | Lieder | chansons | canciones | canzoni | песни | 歌曲 | bài hát | muzyka",
    "estate": "homes | houses | flats to rent | property",
    "recipe": "recipes | dishes | cakes | ingredients",
    "shop": "products | shoes | our shop | toys | Artikel | produits",
    "forum": "topics | posts | the forum | threads | members",
    "news": "news | articles | the archive | stories",
    "people": "people | staff | a person | students",
    "science": "genes | species | data | compounds",
    "site": "this site | our pages | documents | help",
    "company": "companies | stores | a business | services",
    "event": "events | tickets | concerts and fairs | shows",
    "sport": "teams | players | matches | results",
    "health": "doctors | diseases | medicines | health topics",
}
# fmt: on
