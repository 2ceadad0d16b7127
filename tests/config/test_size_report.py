from config.size_report import measure


def test_a_function_over_forty_lines_is_a_stop():
    source = "def short():\n    pass\n\n\ndef long():\n" + "    pass\n" * 40
    assert [(found.name, found.lines, found.is_stop) for found in measure(source, "a.py")] == [
        ("a.py:5 long()", 41, True)
    ]


def test_a_file_is_a_question_over_300_lines_and_a_stop_over_500():
    sizes = {300: [], 301: [False], 500: [False], 501: [True]}
    for lines, verdicts in sizes.items():
        found = measure("x = 1\n" * lines, "a.py")
        assert [finding.is_stop for finding in found] == verdicts
