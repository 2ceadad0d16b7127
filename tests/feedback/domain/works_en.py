"""Kinds of work that people order again and again, in English."""

from __future__ import annotations

from tests.feedback.domain.works import Work

WORKS_EN = (
    Work(
        "write_report",
        (
            "Make the weekly downtime report of {0}, {1}.",
            "Make the weekly downtime report for {1}, {0}.",
            "I need the weekly downtime report of {0} for {1}.",
        ),
        "The downtime report of {0}, {1} is in downtime.pdf: 214 minutes in 9 stops.",
        (("line 3", "line 4", "the paint shop", "hall B"), ("week 51", "week 52", "week 2")),
    ),
    Work(
        "close_ticket",
        ("Summarise {0} for {1}", "Summarise {0} and send it to {1}", "Write up {0} for {1}"),
        "{0}: customer could not log in after the update. Summary sent to {1}.",
        (
            ("ticket 4512", "ticket 4513", "ticket 4600", "ticket 4519"),
            ("Priya", "Tom", "the night shift"),
        ),
    ),
    Work(
        "post_invoice",
        ("Post {0} from {1}", "Please post {0} from {1} to the ledger", "Book {0} of {1}"),
        "Posted {0} from {1}: 1,240.00 EUR, due in 30 days.",
        (("invoice 7781", "invoice 7782", "invoice 8003"), ("Nordsteel", "Hagen Logistics", "AWB")),
    ),
    Work(
        "translate",
        ("Translate {0} into {1}", "Translate {0} of the contract into {1}"),
        "Translated {0} into {1}; saved as contract_translated.docx.",
        (
            ("section 4", "section 5", "the annex", "section 12"),
            ("German", "French", "Polish", "Dutch"),
        ),
    ),
    Work(
        "wms_query",
        ("How many {0} do we have in {1}?", "Check the stock of {0} in {1}", "Look up {0} in {1}"),
        "There are 340 {0} in {1}.",
        (
            ("ball bearings", "gaskets", "M8 bolts", "filters"),
            ("warehouse 2", "warehouse 3", "Rotterdam"),
        ),
    ),
    Work(
        "deploy",
        ("Deploy {0} to {1}", "Roll out {0} on {1}"),
        "Deployed {0} to {1}; health check passed.",
        (("shop-api 2.4", "shop-web 1.9", "billing 3.0"), ("staging", "test-2", "production")),
    ),
    Work(
        "calendar_create",
        ("Book a meeting with {0} on {1}", "Set up a meeting with {0} for {1}"),
        "Booked: {1}, room 301, with {0}.",
        (
            ("Maria", "Jonas", "the audit team", "Dr. Lim"),
            ("Monday 10:00", "Friday 14:00", "the 12th at 9"),
        ),
    ),
    Work(
        "discharge_letter",
        ("Draft the discharge letter for {0}, {1}", "Write the discharge letter for {0} in {1}"),
        "The letter for {0} ({1}) is drafted: pneumonia, 7 days, 3 drugs.",
        (("Mr. Novak", "Mrs. Ortega", "patient 20417"), ("bed 12", "bed 7", "bed 31")),
    ),
    Work(
        "run_sql",
        ("Count the orders of {0} in {1}", "Give me the number of orders of {0} in {1}"),
        "{0} placed 1,204 orders in {1}.",
        (("customer 88", "customer 91", "Lindqvist AB"), ("Q1", "Q2", "March", "2024")),
    ),
    Work(
        "resize",
        ("Resize the pictures in {0} to {1}", "Scale the pictures in {0} to {1}"),
        "Resized 46 pictures in {0} to {1}.",
        (("banners/", "products/", "press/2024"), ("800 px", "1200 px", "640 px")),
        objects=1,
    ),
    Work(
        "write_quote",
        ("Write a quote for {0}: {1}", "Prepare a quote of {1} for {0}"),
        "The quote for {0} ({1}) is in quote.docx, valid 30 days.",
        (
            ("Acme Foods", "Bergmann", "the Lisbon office"),
            ("40 pumps", "15 valves", "6 compressors"),
        ),
    ),
    Work(
        "grade_sheet",
        ("Compute the average grade of {0} in {1}", "Work out the average grade of {0} for {1}"),
        "The average of {0} in {1} is 2.3.",
        (("class 7b", "class 8a", "the evening course"), ("physics", "chemistry", "May")),
    ),
    Work(
        "read_log",
        ("Find out why {0} failed on {1}", "Check why {0} failed on {1}"),
        "{0} failed on {1} because the token had expired.",
        (("job 118", "job 121", "the nightly import"), ("runner-3", "runner-5", "the old server")),
    ),
    Work(
        "edit_file",
        ("Add a unit test for {0} in {1}", "Fix the type errors of {0} in {1}"),
        "Done in {1}: {0}; all 31 tests pass.",
        (("parse_date", "round_price", "load_users"), ("dates.py", "prices.py", "users.py")),
    ),
    Work(
        "payroll",
        ("Run payroll for {0} in {1}", "Payroll run for {0}, {1} please"),
        "Payroll for {0} ({1}) is done, 212 slips.",
        (("the Leeds site", "the Hull site", "drivers"), ("October", "November", "week 44")),
    ),
    Work(
        "lab",
        ("Pull the lab results of {0} from {1}", "Could you pull {0}'s lab results from {1}?"),
        "Lab results of {0} from {1}: all within range.",
        (("Anna Berg", "Tim Oduya", "patient 3391"), ("Tuesday", "last week", "12 May")),
    ),
    Work(
        "scrape",
        ("Scrape the prices on {0} into {1}", "Crawl {0} and save the prices to {1}"),
        "Saved 310 prices from {0} to {1}.",
        (
            ("shop-a.example", "shop-b.example", "the outlet page"),
            ("a.csv", "b.csv", "prices_3.csv"),
        ),
    ),
    Work(
        "chart",
        ("Plot {0} per {1}", "Draw a bar chart of {0} per {1}"),
        "The chart of {0} per {1} is ready.",
        (("sales", "returns", "visits"), ("month", "region", "store")),
    ),
    Work(
        "lease",
        (
            "Summarise the lease of {0}, focus on {1}",
            "Read the lease of {0} and list everything on {1}",
        ),
        "The lease of {0} says the following on {1}: ...",
        (("unit 14", "unit 15", "the bakery"), ("notice periods", "rent increases", "repairs")),
    ),
    Work(
        "irrigate",
        ("Set irrigation of {0} to {1} litres", "Water {0} with {1} litres"),
        "{0} will get {1} litres.",
        (("field 7", "field 8", "the orchard"), ("400", "550", "620")),
        objects=1,
    ),
    Work(
        "flight",
        ("Find flights from {0} to {1}", "What flights are there from {0} to {1}?"),
        "Three flights from {0} to {1}: 7:10, 12:40, 19:05.",
        (("Oslo", "Bergen", "Malaga"), ("Lyon", "Porto", "Vienna")),
    ),
    Work(
        "onboard",
        ("Create an account for {0} with role {1}", "Onboard {0} as {1}"),
        "Account for {0} created, role {1}.",
        (("j.meyer", "k.sato", "Amal Rashid"), ("viewer", "editor", "auditor")),
    ),
    Work(
        "menu",
        ("Work out the calories of {0} for {1} people", "Calories for {0}, {1} portions"),
        "{0} for {1}: 2,450 kcal.",
        (("lasagne", "chicken curry", "bean stew"), ("4", "6", "12")),
    ),
    Work(
        "thesis",
        ("Check the references in {0} against {1}", "Compare the references of {0} with {1}"),
        "12 references in {0} are not in {1}.",
        (("chapter 2", "chapter 3", "the appendix"), ("Scopus", "PubMed", "our list")),
    ),
)
